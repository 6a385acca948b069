@g = global [1 x i8] [token none]
