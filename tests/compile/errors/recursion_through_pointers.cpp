// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

using Step = int (*)(int);
int down(int n);
int up(int n) {
  Step next = down;
  return n > 100 ? n : next(n);
}
int down(int n) {
  Step next = up;
  if (n < -100)
    throw n;
    // ERROR@-1:5: error: kernel 'walk' reaches 'throw', and there are no exceptions on a GPU; return a status, or write it to a buffer that the host checks
  return next(n - 1);
}

constexpr Step steps[] = {up, down};

[[kcc::kernel]] void walk(std::span<int> values) { values[0] = steps[values[1] % 2](values[0]); }
// ERROR@-1:64: note: called by 'walk' here
