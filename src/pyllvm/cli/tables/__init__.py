"""The tables of options, and the manuals, of the commands that are too long for one page."""
