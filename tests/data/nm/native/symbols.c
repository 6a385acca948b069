static int impl(void){return 1;} static void *res(void){return impl;}
int ifn(void) __attribute__((ifunc("res")));
int com; extern int wku2 __attribute__((weak)); extern int wkf(void) __attribute__((weak)); int use(void){return (&wku2!=0)+(wkf!=0);}
__attribute__((section(".mysec"))) int ms=1;
asm(".globl absym\nabsym = 77\n.type uq,@gnu_unique_object\n.data\nuq: .long 3\n.size uq,4\n.section .note.x,\"\",@progbits\nloc1: .long 4\n.section .debug_foo,\"\",@progbits\nloc2: .long 4\n.weak wl\n.text\nwl: nop\n.symver use,use@V1\n");
