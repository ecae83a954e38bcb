// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Counter {
  Counter() : value(0) {}
  int value;
};

[[kcc::shared]] Counter total;
// ERROR@-1:25: error: shared variable 'total' has a type with a constructor that would run on the host; use a type with a trivial default constructor, or an array of bytes

[[kcc::kernel]] void count(std::span<int> values) {
  [[kcc::shared]] Counter mine;
  // ERROR@-1:27: error: shared variable 'mine' has a type with a constructor that would run on the host; use a type with a trivial default constructor, or an array of bytes
  values[0] = ++total.value + ++mine.value;
}
