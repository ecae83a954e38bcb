// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel]] auto advance = [](std::span<float> positions) { positions[0] += 1; };

struct [[kcc::kernel]] Step {
  float size;
};

// ERROR: %s:4:3: error: 'kcc::kernel' marks functions, and 'advance' is not one
// ERROR: %s:6:10: error: 'kcc::kernel' marks functions, and 'Step' is not one
