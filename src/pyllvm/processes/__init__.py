"""The processes that a command starts: for several inputs at a time, and for the parts of one large input."""
