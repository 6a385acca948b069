@byte = global i8 777
