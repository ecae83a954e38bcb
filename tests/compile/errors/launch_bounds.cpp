// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

int threads = 128;
constexpr int fine = 256;
template <class T> constexpr T late = 4096;

[[kcc::kernel, kcc::launch_bounds(0)]] void none(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds(2000)]] void many(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds(-1)]] void negative(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds(threads)]] void variable(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds(unknown)]] void undeclared(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds(128.5)]] void real(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds("128")]] void text(std::span<int>) {}
// ERROR@-1:35: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds(fine, 0)]] void no_blocks(std::span<int>) {}
// ERROR@-1:41: error: 'kcc::launch_bounds' takes the maximum number of threads per block, 1 to 1024, and optionally the minimum number of blocks per multiprocessor, both constants
[[kcc::kernel, kcc::launch_bounds()]] void empty(std::span<int>) {}
// ERROR@-1:16: error: 'kcc::launch_bounds' attribute takes at least 1 argument
[[kcc::kernel, kcc::launch_bounds(1, 2, 3)]] void three(std::span<int>) {}
// ERROR@-1:16: error: 'kcc::launch_bounds' attribute takes no more than 2 arguments
[[kcc::launch_bounds(128)]] void helper() {}
[[kcc::launch_bounds(128)]] int number;
// ERROR@-1:3: error: 'kcc::launch_bounds' on 'number' has no effect without [[kcc::kernel]]
