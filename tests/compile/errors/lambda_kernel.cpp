// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] auto advance = [](std::span<float> positions) { positions[0] += 1; };
// ERROR@-1:3: error: 'kcc::kernel' marks functions, and 'advance' is not one

struct [[kcc::kernel]] Step {
// ERROR@-1:10: error: 'kcc::kernel' marks functions, and 'Step' is not one
  float size;
};
