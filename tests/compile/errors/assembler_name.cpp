// Assembler names are for the linker. One that equalled a kernel's symbol crashed Clang's code generator.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj %s -o %t.o
[[kcc::kernel]] void first(int *out) { *out = 1; }
int later asm("_Z5firstPi");
// ERROR@-1:5: error: the assembler name of variable 'later' is the symbol of kernel 'first'; remove or change it

namespace inside {
[[kcc::kernel]] void second(int *out) { *out = 2; }
int last asm("_ZN6inside6secondEPi");
// ERROR@-1:5: error: the assembler name of variable 'last' is the symbol of kernel 'second'; remove or change it
}
