"""What can be asked of a function or a module without changing it."""
