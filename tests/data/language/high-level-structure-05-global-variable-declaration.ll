; Global Variables: a declaration.
@G = external global i32
