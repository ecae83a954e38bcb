// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>
#include <cmath>

float wave(float x) { return std::sin(x); }

[[kcc::kernel]] void fill(std::span<float> values) {
  values[0] = wave(values[1]);
  values[2] = std::pow(values[3], values[4]);
}

// ERROR: %s:9:15: error: kernel 'fill' reaches 'pow', which kcc's device library does not have yet; compute it on the host, or write it with the operations that are there (arithmetic, sqrt, fma, floor, ceil, trunc, round, abs, min, max)
// ERROR: %s:5:30: error: kernel 'fill' reaches 'sin', which kcc's device library does not have yet; compute it on the host, or write it with the operations that are there (arithmetic, sqrt, fma, floor, ceil, trunc, round, abs, min, max)
// ERROR: %s:8:15: note: called by 'fill' here
