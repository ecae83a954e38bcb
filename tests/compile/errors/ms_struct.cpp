// A typed header has no way to say this.
// FAIL: %kcc --emit=header %s -o %t.h
// RUN: %kcc %s -o %t.ptx
struct __attribute__((ms_struct)) Bits {
  int a : 3;
  char b : 2;
};
[[kcc::kernel]] void k(int *out, Bits value) { *out = value.b; }
// ERROR@-1:22: error: no typed header can be made: class 'Bits' with Microsoft's layout is defined in the source itself; define it in a header that the source and the host include
