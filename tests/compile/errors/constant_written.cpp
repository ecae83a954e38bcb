// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::constant]] float weights[4];
[[kcc::constant]] struct { int first, second[2]; } pair;

[[kcc::kernel]] void learn(std::span<const float> values) {
  unsigned i = kcc::thread_idx().x;
  pair.second[i] = 2;
  // ERROR@-1:18: error: kernel 'learn' writes 'pair', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
  weights[i] += values[i];
  // ERROR@-1:14: error: kernel 'learn' writes 'weights', which is in constant memory: only the host writes it, between launches; remove [[kcc::constant]] from the variable, or write to another one
}
