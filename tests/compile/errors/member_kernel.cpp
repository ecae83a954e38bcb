// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

struct Simulation {
  float step;
  [[kcc::kernel]] void advance(std::span<float> positions) { positions[0] += step; }
  // ERROR@-1:24: error: kernel 'advance' is a member function; make it a free function and pass the object's data as parameters
};
