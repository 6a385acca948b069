"""Debug information that older LLVMs do not have, or have in another form."""
