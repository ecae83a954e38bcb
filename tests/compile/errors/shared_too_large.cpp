// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] float tile[100][100];

[[kcc::kernel]] void transpose(std::span<float> values) {
// ERROR@-1:22: error: kernel 'transpose' uses 56384 bytes of shared memory, and 49152 can be declared; use smaller variables, or dynamic shared memory (kcc::dynamic_shared<T>())
  [[kcc::shared]] float other[64][64];
  tile[kcc::thread_idx().x][0] = values[0];
  other[kcc::thread_idx().x][0] = values[0];
  kcc::sync_threads();
  values[1] = tile[0][1] + other[0][1];
}
