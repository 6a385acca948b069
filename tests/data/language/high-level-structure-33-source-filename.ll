; Source Filename: a path, with characters that are escaped.
source_filename = "/path/to/\22source\22.c"
