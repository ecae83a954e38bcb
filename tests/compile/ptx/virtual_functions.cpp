// Virtual functions that no call of a kernel can reach are left out, whatever they call, at every level.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %t.0.ptx && %check < %t.0.ptx
// RUN: %kcc --emit=obj %s -o %t.o
#include <iostream>
#include <kcc/device.h>

struct Base {
  virtual int used() const { return 1; }
  virtual void log() const { std::cout << used(); }
  virtual int thrower() const { throw 1; }
};
struct Derived : Base {
  int used() const override { return 2; }
  void log() const override { std::cerr << "derived"; }
};
namespace {
struct Hidden {
  virtual void log() const { std::cout << "hidden"; }
  virtual int used() const { return 3; }
};
struct DerivedHidden : Hidden {
  int used() const override { return 4; }
};
} // namespace

[[gnu::noinline]] int call(const Base &base) { return base.used(); }
[[gnu::noinline]] int call(const Hidden &base) { return base.used(); }

extern "C" [[kcc::kernel]] void k(int *out) {
  Derived derived;
  DerivedHidden hidden;
  *out = call(derived) + call(hidden);
}
// CHECK-DAG: _ZTV7Derived[5] = {0, 0, _ZNK7Derived4usedEv, __kcc_uncalled_virtual, __kcc_uncalled_virtual};
// CHECK-DAG: DerivedHidden{{.*}}[4] = {0, 0, __kcc_uncalled_virtual, {{.*}}4usedEv};
