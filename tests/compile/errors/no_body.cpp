// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

namespace physics {
float force(float distance);
}

[[kcc::kernel]] void move(std::span<float> positions) {
  positions[0] += physics::force(positions[1]);
  // ERROR@-1:19: error: kernel 'move' reaches 'physics::force', which has no body in this file; define it in a header and include that
}
