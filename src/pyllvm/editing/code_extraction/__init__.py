"""Takes blocks out of a function, into a function of their own, as `extract --bb` does."""
