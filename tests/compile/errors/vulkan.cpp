// What Vulkan code cannot have.
// FAIL: %kcc --target=vulkan %s -o %t.spv
#include <kcc/device.h>

[[kcc::kernel]] void named(int *n) {
  kcc::named_barrier barrier(1, 64);
  barrier.sync();
  // ERROR@-1:11: error: kernel 'named' reaches 'kcc::named_barrier_sync', for which there is no code for Vulkan; do without it, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  *n = 1;
}

[[kcc::kernel]] void wide(unsigned __int128 *n) { __atomic_store_n(n, 1, __ATOMIC_RELAXED); }
// ERROR@-1:51: warning: large atomic operation may incur significant performance penalty; the access size (16 bytes) exceeds the max lock-free size (8 bytes) [-Watomic-alignment]
// ERROR@-2:51: error: kernel 'wide' reaches an atomic load or store of 16 bytes, for which there is no code for Vulkan; use smaller atomic operations
