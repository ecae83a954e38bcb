// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] thread_local int mine;
[[kcc::constant]] thread_local int ours = 1;

struct Block {
  [[kcc::shared]] int tile[32];
};

[[kcc::shared]] void helper() {}

[[kcc::kernel]] void sum([[kcc::shared]] std::span<int> values) {
  [[kcc::shared]] int &first = values[0];
  first = 1;
}

// ERROR: %s:4:34: error: variable 'mine' cannot be thread-local and 'kcc::shared'; remove one
// ERROR: %s:5:36: error: variable 'ours' cannot be thread-local and 'kcc::constant'; remove one
// ERROR: %s:8:5: error: 'kcc::shared' marks variables, and 'tile' is not one that can have its own memory
// ERROR: %s:11:3: error: 'kcc::shared' marks variables, and 'helper' is not one that can have its own memory
// ERROR: %s:13:28: error: 'kcc::shared' marks variables, and 'values' is not one that can have its own memory
// ERROR: %s:14:5: error: 'kcc::shared' marks variables, and 'first' is not one that can have its own memory
