"""Mistakes that people make in a text: what is seen, what to say about it, and the corrected line.

`table` has a row for each kind of mistake. The other modules have the rules: each looks at the words around an error, and
proposes repairs. `trial` accepts a repair only if the text then can be read past the place of the error.
"""
