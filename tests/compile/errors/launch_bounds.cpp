// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

int threads = 128;
constexpr int fine = 256;
template <class T> constexpr T late = 4096;

[[kcc::kernel, kcc::launch_bounds(0)]] void none(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(2000)]] void many(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(-1)]] void negative(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(threads)]] void variable(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(unknown)]] void undeclared(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(128.5)]] void real(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds("128")]] void text(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(fine, 0)]] void no_blocks(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds()]] void empty(std::span<int>) {}
[[kcc::kernel, kcc::launch_bounds(1, 2, 3)]] void three(std::span<int>) {}
[[kcc::launch_bounds(128)]] void helper() {}
[[kcc::launch_bounds(128)]] int number;

// ERROR: %s:8:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:9:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:10:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:11:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:12:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:13:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:14:35: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:15:41: error: 'kcc::launch_bounds' takes the most threads of a block, 1 to 1024, and optionally the fewest blocks of a multiprocessor, both constants
// ERROR: %s:16:16: error: 'kcc::launch_bounds' attribute takes at least 1 argument
// ERROR: %s:17:16: error: 'kcc::launch_bounds' attribute takes no more than 2 arguments
// ERROR: %s:19:3: error: 'kcc::launch_bounds' on 'number' has no effect without [[kcc::kernel]]
