@one = global double 1
