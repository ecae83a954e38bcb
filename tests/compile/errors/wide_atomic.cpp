// FAIL(1): %kcc --arch=sm_60 %s -o %t.ptx
// FAIL(2): %kcc --arch=sm_75,sm_90 --emit=obj %s -o %t.o
// FAIL(3): %kcc --arch=sm_90 --ptx-version=8.3 %s -o %t.ptx
#include <kcc/atomic.h>
#include <kcc/device.h>

struct alignas(16) Pair {
  std::uint64_t first, second;
};

[[kcc::kernel]] void all(Pair *pairs) {
  kcc::atomic_ref<Pair, kcc::scope::device> pair(*pairs);
  pairs[1] = pair.load();
  // ERROR(1)@-1:19: error: kernel 'all' reaches an atomic load or store of 16 bytes, which needs sm_70 or newer, and this is code for sm_60; use atomic operations of at most 8 bytes, compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
  // ERROR(3)@-2:19: error: kernel 'all' reaches an atomic load or store of 16 bytes, which needs PTX 8.4 or newer; use atomic operations of at most 8 bytes, or give a newer version, or none, with --ptx-version
  pairs[2] = pair.exchange({1, 2});
  // ERROR(1)@-1:19: error: kernel 'all' reaches an atomic exchange or change of 16 bytes, which needs sm_90 or newer, and this is code for sm_60; use atomic operations of at most 8 bytes, compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
  // ERROR(2)@-2:19: error: kernel 'all' reaches an atomic exchange or change of 16 bytes, which needs sm_90 or newer, and this is code for sm_75; use atomic operations of at most 8 bytes, compile for newer GPUs only (--arch), or choose with 'if constexpr (kcc::arch >= …)'
  // ERROR(3)@-3:19: error: kernel 'all' reaches an atomic exchange or change of 16 bytes, which needs PTX 8.4 or newer; use atomic operations of at most 8 bytes, or give a newer version, or none, with --ptx-version
}
