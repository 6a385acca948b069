"""Looking into any bitstream: dump, statistics, JSON, and one line that says what a file is."""
