// Shared memory has the size that the kernel declares, and dynamic memory behind that has one that must be given.
// REQUIRES: spirv-cross
// RUN: %kcc --emit=msl %s -o %T/out/ && ls %T/out | tr '\n' ' ' | grep -qx 'shared.behind.metal shared.tile.metal '
// RUN: %check --check-prefix=TILE < %T/out/shared.tile.metal
// RUN: %check --check-prefix=BEHIND < %T/out/shared.behind.metal
#include <kcc/device.h>

// TILE: #define SPIRV_CROSS_CONSTANT_ID_3 64u
// TILE: constant uint [[WORDS:_[0-9]+]] = SPIRV_CROSS_CONSTANT_ID_3;
// TILE: kernel void tile(
// TILE: threadgroup uint shared_memory[
// TILE-SAME: [[WORDS]]];
// TILE: shared_memory[{{_[0-9]+}}] = {{_[0-9]+}};
// TILE-NEXT: threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup);
// TILE: = shared_memory[
extern "C" [[kcc::kernel]] void tile(unsigned *data) {
  [[kcc::shared]] static unsigned words[64];
  const unsigned i = kcc::thread_idx().x;
  words[i] = data[i];
  kcc::sync_threads();
  data[i] = words[63 - i];
}

// BEHIND: #ifndef KCC_DYNAMIC_SHARED_BYTES
// BEHIND-NEXT: #error
// BEHIND-NEXT: #endif
// BEHIND-NEXT: #define SPIRV_CROSS_CONSTANT_ID_3 (32u + (KCC_DYNAMIC_SHARED_BYTES + 3u) / 4u)
// BEHIND: kernel void behind(
// BEHIND: = 65664u + {{_[0-9]+}};
// A byte is changed without its neighbours, which are other threads'.
// BEHIND: atomic_fetch_and_explicit((threadgroup atomic_uint*)&shared_memory[
// BEHIND: atomic_fetch_or_explicit((threadgroup atomic_uint*)&shared_memory[
extern "C" [[kcc::kernel]] void behind(unsigned char *data) {
  [[kcc::shared]] static int first[2];
  const unsigned i = kcc::thread_idx().x;
  if (i < 2)
    first[i] = data[i];
  kcc::dynamic_shared<unsigned char>()[i] = data[i];
  kcc::sync_threads();
  data[i] = static_cast<unsigned char>(kcc::dynamic_shared<unsigned char>()[63 - i] + first[1]);
}
