"""Inspects any bitstream: dump, statistics, JSON, and a one-line description of the file."""
