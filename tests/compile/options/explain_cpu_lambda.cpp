// Remarks name a lambda whose symbol LLVM cannot demangle by the function that has it.
// RUN: %kcc --target=cpu --emit=obj --explain-cpu %s -o %t.o 2> %t.txt && %check --input-file=%t.txt
#include <atomic>
#include <kcc/device.h>

// CHECK: it calls `poll(int*, int)::(lambda)`, which may wait for what another thread writes
[[kcc::kernel]] void poll(int *out, int turns) {
  auto wait = [](auto &self, int *place, int n) -> int {
    while (std::atomic_ref(*place).load() != n)
      ;
    return n == 0 ? 0 : 1 + self(self, place, n - 1) * self(self, place, n - 2);
  };
  *out = wait(wait, out, turns);
}
