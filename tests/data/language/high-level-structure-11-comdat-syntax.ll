; Comdats: each kind of selection, and a name in quotes.
$any = comdat any
$exactmatch = comdat exactmatch
$largest = comdat largest
$noduplicates = comdat noduplicates
$samesize = comdat samesize
$"quoted name" = comdat any

@any = global i32 0, comdat
@exactmatch = global i32 0, comdat
@largest = global i32 0, comdat
@noduplicates = global i32 0, comdat
@samesize = global i32 0, comdat
@quoted = global i32 0, comdat($"quoted name")
