// ptxas and the driver silently accept larger alignments than GPUs honor.
// FAIL: %kcc %s -o %t.ptx
// RUN: %kcc %s --emit=obj --target=cpu -o %t.o
// RUN: %kcc %s -DLESS --arch=sm_90 -o %t.ptx
#include <kcc/device.h>

#ifdef LESS
constexpr std::size_t in_shared = 1024, elsewhere = 256;
#else
constexpr std::size_t in_shared = 2048, elsewhere = 512;
#endif
[[kcc::shared]] alignas(in_shared) int tile[64];
// ERROR@-1:40: error: variable 'tile' is aligned to 2048 bytes, and a GPU aligns variables in shared memory to 1024 at most; use a smaller alignment, or a larger array and the first aligned address in it
struct alignas(elsewhere) Line {
  int values[8];
};
static Line lines[2];
// ERROR@-1:13: error: variable 'lines' is aligned to 512 bytes, and a GPU aligns variables in global and constant memory to 256 at most; use a smaller alignment, or a larger array and the first aligned address in it
[[kcc::constant]] Line factors{1, 2, 3};
// ERROR@-1:24: error: variable 'factors' is aligned to 512 bytes, and a GPU aligns variables in global and constant memory to 256 at most; use a smaller alignment, or a larger array and the first aligned address in it
Line unused;

[[kcc::kernel]] void fill(std::span<int> values) {
  alignas(4096) int mine[64]; // the stack is aligned to any number
  mine[values[1] & 63] = 2;
  tile[kcc::thread_idx().x] = factors.values[values[0] & 7];
  kcc::sync_threads();
  lines[values[1]].values[0] = tile[5] + mine[values[2] & 63];
}

template <class T> void look_up(std::span<T> values) {
// ERROR@-1:25: error: variable 'table' is aligned to 512 bytes, and a GPU aligns variables in global and constant memory to 256 at most; use a smaller alignment, or a larger array and the first aligned address in it
  alignas(elsewhere) const T table[8] = {1, 2, 3, 4, 5, 6, 7, 9}; // on the stack, or itself a constant
  values[1] = table[values[0] & 7];
}
[[kcc::kernel]] void use_table(std::span<int> values) { look_up(values); }
