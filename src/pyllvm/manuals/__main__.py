"""``python -m pyllvm.manuals FOLDER`` rewrites FOLDER/man, FOLDER/completions and FOLDER/docs/reference/commands."""

from pyllvm.manuals.pages import main

main()
