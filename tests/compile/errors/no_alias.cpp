// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::no_alias]] int number;
// ERROR@-1:3: error: 'kcc::no_alias' on 'number' has no effect without [[kcc::kernel]]
[[kcc::kernel, kcc::no_alias()]] void empty(std::span<int>) {}
[[kcc::kernel, kcc::no_alias(1)]] void one(std::span<int>) {}
// ERROR@-1:16: error: 'kcc::no_alias' attribute takes no arguments
[[kcc::kernel]] void helpers(std::span<int> a) {
  [[kcc::shared(3)]] int tile[3];
  // ERROR@-1:5: error: 'kcc::shared' attribute takes no arguments
  [[kcc::no_alias]] a[0] = tile[0];
  // ERROR@-1:5: error: 'kcc::no_alias' attribute cannot be applied to a statement
  auto lambda = [] [[kcc::no_alias]] (std::span<int> b) { b[0] = 1; };
  lambda(a);
}
[[kcc::constant(1)]] int table[3];
// ERROR@-1:3: error: 'kcc::constant' attribute takes no arguments
struct [[kcc::no_alias]] Type {};
// ERROR@-1:10: error: 'kcc::no_alias' on 'Type' has no effect without [[kcc::kernel]]
[[kcc::kernel]] void parameter([[kcc::no_alias]] std::span<int> a) { a[0] = 1; }
// ERROR@-1:34: error: 'kcc::no_alias' on 'a' has no effect without [[kcc::kernel]]
