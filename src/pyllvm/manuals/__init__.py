"""The man pages, the pages of the site about commands, and the completions, made from the tables of options."""
