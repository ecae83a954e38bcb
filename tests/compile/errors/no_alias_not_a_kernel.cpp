// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::no_alias]] void helper(std::span<int> values) { values[0] = 1; }
// ERROR@-1:24: error: 'kcc::no_alias' on 'helper' has no effect without [[kcc::kernel]]

struct Filler {
  [[kcc::no_alias]] void fill(std::span<int> values) { values[0] = 1; }
  // ERROR@-1:26: error: 'kcc::no_alias' on 'fill' has no effect without [[kcc::kernel]]
};

[[kcc::kernel]] void fill(std::span<int> values) {
  helper(values);
  Filler().fill(values);
  [] [[kcc::no_alias]] (std::span<int> in_lambda) { in_lambda[0] = 1; }(values);
  // ERROR@-1:3: error: 'kcc::no_alias' on 'operator()' has no effect without [[kcc::kernel]]
}
