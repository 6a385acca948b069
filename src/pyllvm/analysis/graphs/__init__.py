"""Graphs of a module and of its functions as plain results: they hold no part of the module, and they pickle."""
