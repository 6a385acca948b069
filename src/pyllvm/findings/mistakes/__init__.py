"""Mistakes in a text: what to say about each, and the corrected lines.

Corrections come from three sources, which `table` puts together in this order: `meanings` has rules for messages about what the
grammar does not see, `idioms` has lines of other languages, and `search` asks the parser's tables (`recognizer`) which words to
insert, remove, replace or exchange (`words`) so that the lines around the error parse on; `table` has the sentences.
`trial` reads and verifies the text, or an excerpt of it, with each correction, and accepts one only if nothing is wrong there any
more.
"""
