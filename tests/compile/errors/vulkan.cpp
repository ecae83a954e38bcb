// What Vulkan code cannot have.
// FAIL: %kcc --target=vulkan %s -o %t.spv
#include <kcc/barrier.h>
#include <kcc/device.h>
#include <kcc/device/clock.h>

[[kcc::kernel]] void named(int *n) {
  kcc::named_barrier barrier(1, 64);
  barrier.sync();
  // ERROR@-1:11: error: kernel 'named' reaches 'kcc::named_barrier::sync', which code for Vulkan cannot have; use kcc::sync_threads(), or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  *n = 1;
}

int ready(kcc::barrier &barrier) {
  barrier.wait(barrier.arrive());
  // ERROR@-1:24: error: kernel 'in_shared_memory' reaches 'kcc::barrier::arrive', which code for Vulkan cannot have; use kcc::sync_threads(), or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  // ERROR@-2:11: error: kernel 'in_shared_memory' reaches 'kcc::barrier::wait', which code for Vulkan cannot have; use kcc::sync_threads(), or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  return 1;
}
[[kcc::kernel]] void in_shared_memory(int *n) {
  [[kcc::shared]] static kcc::barrier barrier;
  *n = ready(barrier);
  // ERROR@-1:8: note: called by 'in_shared_memory' here
  // ERROR@-2:8: note: called by 'in_shared_memory' here
}

[[kcc::kernel]] void grid(int *n) {
  *n = 1;
  kcc::sync_grid();
  // ERROR@-1:3: error: kernel 'grid' reaches 'kcc::sync_grid', which code for Vulkan cannot have; end the kernel there, and launch another one for the rest, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  kcc::nanosleep(9);
  // ERROR@-1:3: error: kernel 'grid' reaches 'kcc::nanosleep', which code for Vulkan cannot have; leave it out, as the thread may go on at once, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
}

[[kcc::kernel]] void time(unsigned long *n) { *n = kcc::clock64(); }
// ERROR@-1:52: error: kernel 'time' reaches 'kcc::clock64', which code for Vulkan cannot have; measure time on the host, with kcc::Event, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]

[[kcc::kernel]] void wide(unsigned __int128 *n) { __atomic_store_n(n, 1, __ATOMIC_RELAXED); }
// ERROR@-1:51: warning: large atomic operation may incur significant performance penalty; the access size (16 bytes) exceeds the max lock-free size (8 bytes) [-Watomic-alignment]
// ERROR@-2:51: error: kernel 'wide' reaches an atomic load or store of 16 bytes, which code for Vulkan cannot have; use smaller atomic operations
