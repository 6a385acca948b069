; Module-Level Inline Assembly: blocks that are joined, with characters that are escaped.
module asm "inline asm code goes here"
module asm "more can go here"
module asm ""
module asm "a tab\09a quote\22and a backslash\5C"
