"""Kaleidoscope, the language of LLVM's tutorial, compiled to bitcode for the LLVM that the user has."""
