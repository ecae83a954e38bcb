// FAIL: %kcc --target=cpu --emit=obj %s -o %t.o
extern "C" {
int same(int x) { return x; }
int (*choose())(int) { return same; }
}
int chosen(int) __attribute__((ifunc("choose")));
[[kcc::kernel]] void k(int *out) { *out = chosen(1); }
// ERROR@-1:43: error: kernel 'k' reaches a function that is chosen when the program starts ('ifunc'), for which kcc has no GPU code; choose by 'if'
