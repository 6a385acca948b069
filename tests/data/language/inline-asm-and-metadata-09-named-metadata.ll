; Metadata Nodes and Metadata Strings: a named list that names later nodes before earlier ones.
!foo = !{!4, !3}
!3 = !{}
!4 = !{!"four"}
