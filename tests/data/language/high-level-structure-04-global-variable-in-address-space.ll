; Global Variables: an address space, an initializer, a section and an alignment.
@G = addrspace(5) constant float 1.0, section "foo", align 4
