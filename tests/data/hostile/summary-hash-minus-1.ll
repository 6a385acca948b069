^0 = module: (path: "a", hash: (-1, 0, 0, 0, 0))
