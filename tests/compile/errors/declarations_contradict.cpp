// Attributes with values, on several declarations of a kernel.
// FAIL: %kcc %s -o %t.ptx
#include <kcc/device.h>

[[kcc::kernel, kcc::launch_bounds(128)]] void threads(std::span<int> values);
// ERROR@-1:16: note: [[kcc::launch_bounds(128)]] is here
[[kcc::launch_bounds(256)]] void threads(std::span<int> values) { values[0] = 1; }
// ERROR@-1:3: error: [[kcc::launch_bounds(256)]] and [[kcc::launch_bounds(128)]] contradict each other; remove one of them from kernel 'threads'

[[kcc::kernel, kcc::launch_bounds(128)]] void blocks(std::span<int> values) { values[0] = 1; }
// ERROR@-1:16: note: [[kcc::launch_bounds(128)]] is here
[[kcc::launch_bounds(128, 2)]] void blocks(std::span<int> values);
// ERROR@-1:3: error: [[kcc::launch_bounds(128, 2)]] and [[kcc::launch_bounds(128)]] contradict each other; remove one of them from kernel 'blocks'

[[kcc::kernel, kcc::launch_bounds(64), kcc::launch_bounds(32)]] void list(std::span<int> values) { values[0] = 1; }
// ERROR@-1:40: error: [[kcc::launch_bounds(32)]] and [[kcc::launch_bounds(64)]] contradict each other; remove one of them from kernel 'list'
// ERROR@-2:16: note: [[kcc::launch_bounds(64)]] is here

template <int n> [[kcc::kernel, kcc::launch_bounds(n)]] void dependent(std::span<int> values);
// ERROR@-1:33: note: [[kcc::launch_bounds(32)]] is here
template <int n> [[kcc::launch_bounds(2 * n)]] void dependent(std::span<int> values) { values[0] = n; }
// ERROR@-1:20: error: [[kcc::launch_bounds(64)]] and [[kcc::launch_bounds(32)]] contradict each other; remove one of them from kernel 'dependent<32>'
template void dependent<32>(std::span<int>);

template <bool b> [[kcc::kernel, kcc::ftz(b)]] void flush(std::span<float> values);
// ERROR@-1:34: note: [[kcc::ftz(true)]] is here
template <bool b> [[kcc::ftz(!b)]] void flush(std::span<float> values) { values[0] *= 2; }
// ERROR@-1:21: error: [[kcc::ftz(false)]] and [[kcc::ftz(true)]] contradict each other; remove one of them from kernel 'flush<true>'
template void flush<true>(std::span<float>);

template <int n> [[kcc::kernel]] void late(std::span<int> values) { values[0] = n; }
template <int n> [[kcc::launch_bounds(n)]] void late(std::span<int> values);
// ERROR@-1:20: error: 'kcc::launch_bounds' on a declaration of kernel template 'late' after its body has no effect; write it before the body
template void late<32>(std::span<int>);

[[kcc::kernel("first")]] void named(std::span<int> values);
// ERROR@-1:3: note: [[kcc::kernel("first")]] is here
[[kcc::kernel("second")]] void named(std::span<int> values) { values[0] = 1; }
// ERROR@-1:32: error: kernel 'named' is declared as the entry 'first' and as 'second'; keep one of the names

[[kcc::launch_bounds(128)]] void helper();
[[kcc::launch_bounds(128)]] void helper() {}
// ERROR@-1:34: error: 'kcc::launch_bounds' on 'helper' has no effect without [[kcc::kernel]]
[[kcc::kernel]] void call(std::span<int> values) {
  helper();
  values[0] = 1;
}
