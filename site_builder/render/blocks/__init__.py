"""One figure kind a module: a filled hole in, HTML out."""
