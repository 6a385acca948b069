; Comdats: the name is left out where it is the global's own.
$foo = comdat any
@foo = global i32 2, comdat
