@g = global i15000 -1
