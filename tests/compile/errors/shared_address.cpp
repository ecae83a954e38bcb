// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] int tile[64];
int *rows[] = {tile, tile + 32};
// ERROR@-1:6: error: the initializer of 'rows' holds the address of shared variable 'tile', of which every block has its own; take the address in the kernel
int *const fixed_rows[] = {tile, tile + 32};

[[kcc::kernel]] void fill(std::span<int> values) {
  rows[values[0]][kcc::thread_idx().x] = 1;
  kcc::sync_threads();
  fixed_rows[values[1]][1] = 2;
  values[1] = tile[5];
}
