// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::shared]] thread_local int mine;
// ERROR@-1:34: error: variable 'mine' cannot be thread-local and 'kcc::shared'; remove one
[[kcc::constant]] thread_local int ours = 1;
// ERROR@-1:36: error: variable 'ours' cannot be thread-local and 'kcc::constant'; remove one

struct Block {
  [[kcc::shared]] int tile[32];
  // ERROR@-1:5: error: 'kcc::shared' marks variables, and 'tile' is not one that can have its own memory
};

[[kcc::shared]] void helper() {}
// ERROR@-1:3: error: 'kcc::shared' marks variables, and 'helper' is not one that can have its own memory

[[kcc::kernel]] void sum([[kcc::shared]] std::span<int> values) {
// ERROR@-1:28: error: 'kcc::shared' marks variables, and 'values' is not one that can have its own memory
  [[kcc::shared]] int &first = values[0];
  // ERROR@-1:5: error: 'kcc::shared' marks variables, and 'first' is not one that can have its own memory
  first = 1;
}
