// Kernels with a barrier that some threads may not reach, as they have returned or are in another branch, are noted: only
// NVIDIA's driver runs them.
// RUN: %kcc --target=vulkan %s -o %t && spirv-dis %t -o - | %check
// REQUIRES: spirv-dis
#include <kcc/device.h>
#include <span>

[[kcc::shared]] static int tile[256];

// CHECK-NOT: kcc-partial-barriers
// CHECK: "kcc-partial-barriers: returns_before"
extern "C" [[kcc::kernel]] void returns_before(int *out, unsigned count) {
  const unsigned i = kcc::thread_idx().x;
  if (i >= count)
    return;
  tile[i] = out[i];
  kcc::sync_threads();
  out[i] = tile[0];
}

[[gnu::noinline]] static int exchange(int value, unsigned i) {
  tile[i] = value;
  kcc::sync_threads();
  return tile[i ^ 1];
}

// CHECK: "kcc-partial-barriers: in_function"
extern "C" [[kcc::kernel]] void in_function(int *out) {
  const unsigned i = kcc::thread_idx().x;
  if (i % 3 != 0)
    out[i] = exchange(out[i], i);
}

// CHECK-NOT: kcc-partial-barriers
extern "C" [[kcc::kernel]] void of_all(int *out, unsigned count) {
  const unsigned i = kcc::thread_idx().x;
  if (kcc::block_idx().x >= count)
    return;
  if (i < count)
    tile[i] = out[i];
  for (unsigned k = 0; k != count; ++k) {
    const int value = exchange(tile[i], i);
    kcc::sync_threads();
    if (kcc::sync_threads_or(value == 0))
      break;
  }
  out[i] = tile[i];
}
