// A constant object with the address of a shared variable: Clang makes a global constant of it, but the address is
// different in every block. On the CPU device the kernel once got an invalid pointer.
// RUN: %kcc -O0 %s -o %T/O0/ && %kcc %s -o %t.ptx
// RUN: %kcc -O0 --target=cpu --emit=llvm-ir %s -o - | %check --check-prefix=CPU
#include <kcc/device.h>

struct Tile {
  int *storage;
  int size;
};
struct Pair {
  const Tile *front;
  int offset;
};

[[kcc::kernel("reverse")]] void reverse(std::span<int> values) {
  [[kcc::shared]] int storage[64];
  static constexpr Tile tile{storage, 64};
  const Pair pair{&tile, 1};
  const unsigned i = kcc::thread_idx().x;
  tile.storage[i] = values[i];
  kcc::sync_threads();
  values[i] = pair.front->storage[tile.size - pair.offset - static_cast<int>(i)];
}

// CPU-NOT: {{ constant |store .*(undef|poison)}}
// CPU: define {{.*}}@_Z7reverse
// CPU: @kcc_cpu_thread
// CPU-NOT: {{ constant |store .*(undef|poison)}}
