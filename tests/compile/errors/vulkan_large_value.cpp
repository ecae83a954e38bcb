// FAIL: %kcc --target=vulkan -O0 %s -o %t.spv
#include <kcc/device.h>

struct Table {
  int numbers[17000];
};

__attribute__((noinline)) Table make(int k) {
  Table t;
  for (int i = 0; i < 17000; ++i)
    t.numbers[i] = i * k;
  return t;
  // ERROR@-1:3: error: kernel 'f' reaches a value of 68000 bytes, which code for Vulkan cannot have; the most is 8192, so let the function write its result through a pointer or reference
}
[[kcc::kernel]] void f(int *out, int k) {
  Table t = make(k);
  // ERROR@-1:13: note: called by 'f' here
  out[0] = t.numbers[k];
}
