// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cstdlib>

[[kcc::constant]] const int seed = std::rand();

[[kcc::kernel]] void fill(std::span<int> values) {
  [[kcc::constant]] const int more = values[1];
  values[0] = seed + more;
}

// ERROR: %s:5:1: error: constant variable 'seed' needs an initializer that the compiler can evaluate; make it 'constexpr'
// ERROR: %s:8:1: error: constant variable 'more' needs an initializer that the compiler can evaluate; make it 'constexpr'
// ERROR: %s:5:1: error: constant variable 'seed' needs an initializer that the compiler can evaluate; make it 'constexpr'
// ERROR: %s:8:1: error: constant variable 'more' needs an initializer that the compiler can evaluate; make it 'constexpr'
// ERROR: %s:8:3: error: kernel 'fill' reaches a static local variable whose initializer runs on first use; make it 'constexpr', or remove 'static'
// ERROR: %s:9:15: error: kernel 'fill' reaches variable 'seed', whose initializer runs on the host when the program starts; make it 'constexpr', or pass it as a parameter
