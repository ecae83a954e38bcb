// A header without the constructor would have Derived::d after the padding.
// FAIL: %kcc --emit=header %s -o %t.h
// RUN: %kcc %s -o %t.ptx
struct Base {
  Base() = default;
  explicit Base(int x) : x(x) {}
  int x;
  char c;
};
struct Derived : Base {
  char d;
};
[[kcc::kernel]] void k(int *out, Derived value) { *out = value.d; }
// ERROR@-1:22: error: no typed header can be made: class 'Base' with constructors or member initializers, whose padding has other members, is defined in the source itself; define it in a header that the source and the host include
