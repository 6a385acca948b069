"""The vocabulary of the tables' rows: names, kinds of field, layouts of records, nodes; and how consumers walk a row."""
