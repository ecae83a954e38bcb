// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --emit=obj,header %s -o %T/out/
struct Shape {
  int area() const;
};
[[kcc::kernel]] void by_pointer(int *out, int (*function)(int)) { *out = function(1); }
// ERROR@-1:49: error: parameter 'function' of kernel 'by_pointer' points to a function, and the host's functions have no code on a device; pass a number and choose the function in the kernel
[[kcc::kernel]] void by_member(int *out, int (Shape::*)() const) { *out = 1; }
// ERROR@-1:55: error: parameter 2 of kernel 'by_member' points to a function, and the host's functions have no code on a device; pass a number and choose the function in the kernel
