// Ignoring a misspelt attribute would lose a kernel or give every thread its own variable. No switch for warnings and
// no system header hides these errors.
// FAIL(1): %kcc -I %S/include %s -o %t.ptx
// FAIL(quiet): %kcc -w -I %S/include %s -o %t.ptx
// FAIL(quiet): %kcc -Wno-everything -isystem %S/include %s -o %t.ptx
// FAIL(quiet): %kcc -w -isystem %S/include %s -o %t.ptx
#include <kcc/device.h>
#include <attributes.h>

[[kcc::kernal]] void fill(std::span<int> values) { values[0] = 0; }
// ERROR@-1:3: error: there is no attribute 'kcc::kernal'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options

[[kcc::kernel, kcc::launch_bound(64)]] void sum(std::span<int> values) {
// ERROR@-1:16: error: there is no attribute 'kcc::launch_bound'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options
  [[kcc::share]] int tile[32];
  // ERROR@-1:5: error: there is no attribute 'kcc::share'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options
  tile[kcc::thread_rank()] = values[kcc::thread_rank()];
  [[other::hint]] values[0] = tile[0];
  // ERROR(1)@-1:5: warning: unknown attribute 'other::hint' ignored [-Wunknown-attributes]
}

#pragma clang diagnostic ignored "-Wunknown-attributes"
[[using kcc: kernel, kernell]] void with_using(std::span<int> values) { values[0] = 0; }
// ERROR@-1:22: error: there is no attribute 'kcc::kernell'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options

#define KERNEL [[kcc::kernal]]
// ERROR@-1:18: note: expanded from macro 'KERNEL'
KERNEL void in_macro(std::span<int> values) { values[0] = 0; }
// ERROR@-1:1: error: there is no attribute 'kcc::kernal'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options

template <class T> void in_template(std::span<T> values) {
  [[kcc::shard]] T tile;
  // ERROR@-1:5: error: there is no attribute 'kcc::shard'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options
  values[0] = tile = 1;
}

// ERROR: In file included from %s:8:
// ERROR: %S/include/attributes.h:3:5: error: there is no attribute 'kcc::Shared'; kcc has 'kcc::kernel', 'kcc::launch_bounds', 'kcc::no_alias', 'kcc::targets', 'kcc::shared', 'kcc::constant', and 'kcc::math', 'kcc::use_fast_math', 'kcc::ftz', 'kcc::prec_div', 'kcc::prec_sqrt' and 'kcc::fmad' like the options
