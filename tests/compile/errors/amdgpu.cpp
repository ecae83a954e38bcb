// What AMDGPU code cannot have.
// FAIL: %kcc --target=amdgpu %s -o %t.hsaco
#include <kcc/device.h>
#include <kcc/device/special_registers.h>

[[kcc::kernel]] void named(int *n) {
  kcc::named_barrier barrier(1, 64);
  barrier.sync();
  // ERROR@-1:11: error: kernel 'named' reaches 'kcc::named_barrier::sync', which code for AMDGPU cannot have; use kcc::sync_threads(), or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  *n = 1;
}

[[kcc::kernel]] void grid(int *n) {
  kcc::sync_grid();
  // ERROR@-1:3: error: kernel 'grid' reaches 'kcc::sync_grid', which code for AMDGPU cannot have; end the kernel there, and launch another one for the rest, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]
  *n = 1;
}

[[kcc::kernel]] void registers(unsigned *n) { *n = kcc::sm_id(); }
// ERROR@-1:52: error: kernel 'registers' reaches 'kcc::sm_id', which code for AMDGPU cannot have; do without it, or name the targets that have it: [[kcc::targets("ptx", "cpu")]]

[[kcc::kernel]] void wide(unsigned __int128 *n) { __atomic_store_n(n, 1, __ATOMIC_RELAXED); }
// ERROR@-1:51: warning: large atomic operation may incur significant performance penalty; the access size (16 bytes) exceeds the max lock-free size (8 bytes) [-Watomic-alignment]
// ERROR@-2:51: error: kernel 'wide' reaches an atomic load or store of 16 bytes, which code for AMDGPU cannot have; use smaller atomic operations
