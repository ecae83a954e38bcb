// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj %s -o %t.o
void k(int *out) asm("count");
[[kcc::kernel]] void k(int *out) { *out = 1; }
// ERROR@-1:22: error: kernel 'k' has an assembler name, which is for the linker; write [[kcc::kernel("count")]] instead
int count;
