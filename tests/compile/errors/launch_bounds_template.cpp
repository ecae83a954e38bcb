// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

template <int threads> [[kcc::kernel, kcc::launch_bounds(threads)]] void fill(std::span<int> values) {
// ERROR@-1:74: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
  values[0] = threads;
}

template void fill<128>(std::span<int>);
template void fill<2048>(std::span<int>);
