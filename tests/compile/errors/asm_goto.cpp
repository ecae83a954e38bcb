// FAIL: %kcc %s -o %t.ptx
[[kcc::kernel]] void k(int *out) {
  asm goto("bra %l0;" : : : : done);
  // ERROR@-1:12: error: assembly in kernel 'k' jumps to labels of the function ('asm goto'), which PTX cannot do
  // ERROR@-2:12: note: constraints in kernels: 'h', 'r', 'l' and 'q' for integers of 16, 32, 64 and 128 bits ('l' for pointers too), 'f' for float, 'd' for double, 'n' for constant integers; modifiers: none
  *out = 1;
done:
  *out = 2;
}
