// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cstdlib>

[[kcc::constant]] const int seed = std::rand();
// ERROR@-1:29: error: constant variable 'seed' needs an initializer that the compiler can evaluate; make it 'constexpr'

[[kcc::kernel]] void fill(std::span<int> values) {
  [[kcc::constant]] const int more = values[1];
  // ERROR@-1:31: error: constant variable 'more' needs an initializer that the compiler can evaluate; make it 'constexpr'
  values[0] = seed + more;
}
