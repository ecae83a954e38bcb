// FAIL: %kcc --emit=header %s -o %t.h
// RUN: %kcc %s -o %t.ptx
struct Point {
  int x, y;
};
[[kcc::kernel]] void k(int *out, int Point::*member) { *out = Point{1, 2}.*member; }
// ERROR@-1:22: error: no typed header can be made: parameter 'member' of kernel 'k' is a pointer to a member, which a launch does not take alone; put it into a struct
