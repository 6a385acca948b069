@one = global i64 1, align 5
