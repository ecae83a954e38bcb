// clang-format off
// Atomic operations on 16 bytes need no library, also in functions that are not inlined into the kernel's caller.
// RUN: %kcc --check=memory --target=cpu --emit=obj %s -o %t.o
// RUN: ! nm %t.o | grep __atomic_
// RUN: %kcc -O0 --target=cpu --emit=obj %s -o %t.o
// RUN: ! nm %t.o | grep __atomic_
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <span>

struct alignas(16) Pair {
  long long first, second;
};
[[kcc::kernel]] void wide(std::span<Pair> pairs) {
  kcc::atomic_ref<Pair>(pairs[0]).store(kcc::atomic_ref<Pair>(pairs[1]).exchange(Pair{1, 2}));
}
