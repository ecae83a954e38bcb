// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] int tile[64];
int *const rows[] = {tile, tile + 32};

[[kcc::kernel]] void fill(std::span<int> values) {
  rows[values[0]][kcc::thread_idx().x] = 1;
  kcc::sync_threads();
  values[1] = tile[5];
}

// ERROR: %s:5:12: error: the initializer of 'rows' holds the address of shared variable 'tile', which every block has anew; take the address in the kernel
