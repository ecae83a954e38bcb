// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

template <int threads> [[kcc::kernel, kcc::launch_bounds(threads)]] void fill(std::span<int> values) {
  values[0] = threads;
}

template void fill<128>(std::span<int>);
template void fill<2048>(std::span<int>);

// ERROR: bash: line 1: %root/build/compiler/kcc: No such file or directory
