; versions: 23 24
; `!elf_section_properties` holds the type of a section and the size of its entries.

@a = global i32 0, !elf_section_properties !{}
@b = global i32 0, !elf_section_properties !{!"", i32 0}
@c = global i32 0, !elf_section_properties !{i32 1, !""}
@d = global i32 0, !elf_section_properties !{i32 1, ptr @a}
@e = global i32 0, !elf_section_properties !{ptr @a, i32 1}
@f = global i32 0, !elf_section_properties !{ptr @a, !""}
@g = global i32 0, !elf_section_properties !{i32 1, i32 4}
define void @h() !elf_section_properties !{i32 1} {
  ret void
}
