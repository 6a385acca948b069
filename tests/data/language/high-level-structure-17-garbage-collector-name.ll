; Garbage Collector Strategy Names: a function that names one.
define void @f() gc "name" {
  ret void
}
