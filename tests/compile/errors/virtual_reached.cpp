// A virtual function is reached where a kernel calls it for an object that any kernel makes.
// FAIL: %kcc %s -o %t.ptx
// FAIL: %kcc --target=cpu --emit=obj -O0 %s -o %t.o
void host_f(), host_g(), host_r(), host_third();

struct First {
// ERROR@-1:8: note: called by 'First::First' here
  virtual int f() const { return host_f(), 1; }
  // ERROR@-1:34: error: kernel 'by_reference' reaches 'host_f', which has no body in this file; define it in a header and include that
};
struct DerivedFirst : First {
  int f() const override { return 2; }
};
[[kcc::kernel]] void by_reference(int *out) {
  First first;
  // ERROR@-1:9: note: called by 'by_reference' here
  const First *object = &first;
  *out = object->f();
}

// A pointer to a member function can be any of them, noexcept or not.
struct Second {
// ERROR@-1:8: note: called by 'Second::Second' here
  virtual int f() const { return 1; }
  virtual int g() const noexcept { return host_g(), 2; }
  // ERROR@-1:43: error: kernel 'by_pointer_to_member' reaches 'host_g', which has no body in this file; define it in a header and include that
};
[[gnu::noinline]] int call(const Second &object, int (Second::*f)() const) { return (object.*f)(); }
[[kcc::kernel]] void by_pointer_to_member(int *out) {
  Second second;
  // ERROR@-1:10: note: called by 'by_pointer_to_member' here
  *out = call(second, &Second::g);
}

// The call is of a base class, at another place of the object.
struct Left {
  virtual int l() const = 0;
};
struct Right {
  virtual int r() const = 0;
};
struct Both : Left, virtual Right {
// ERROR@-1:8: note: called by 'Both::Both' here
  int l() const override { return 1; }
  int r() const override { return host_r(), 2; }
  // ERROR@-1:35: error: kernel 'by_virtual_base' reaches 'host_r', which has no body in this file; define it in a header and include that
};
[[gnu::noinline]] int call(const Right &object) { return object.r(); }
[[kcc::kernel]] void by_virtual_base(int *out) {
  Both both;
  // ERROR@-1:8: note: called by 'by_virtual_base' here
  *out = call(both);
}

// Destructors.
struct Third {
// ERROR@-1:8: note: called by 'Third::Third' here
  virtual ~Third() { host_third(); }
  // ERROR@-1:22: error: kernel 'by_delete' reaches 'host_third', which has no body in this file; define it in a header and include that
  // ERROR@-2:20: note: called by 'Third::~Third' here
};
[[kcc::kernel]] void by_delete(int *out) {
  Third *third = new Third;
  // ERROR@-1:22: note: called by 'by_delete' here
  delete third;
}
