// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Range {
  int begin = 1;
  int end = 10;
};

[[kcc::shared]] Range ranges[4];
// ERROR@-1:23: error: shared variable 'ranges' has a type with a constructor that would run on the host; use a type with a trivial default constructor, or an array of bytes

[[kcc::kernel]] void count(std::span<int> values) { values[0] = ranges[0].begin; }
