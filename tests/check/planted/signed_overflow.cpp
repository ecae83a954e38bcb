// Results of signed integers that do not fit.
#include "planted.h"

#include <climits>
#include <numeric>

//! 1x32 overflow
PLANTED(addition) {
  unsigned t = kcc::thread_idx().x;
  out[t] = INT_MAX - (fixed ? 31 : 30) + in[t]; // here
}
TWINS(addition)

//! 1x32 overflow
PLANTED(index_product) {
  unsigned t = kcc::thread_idx().x;
  int rows = 100000 * (in[t] + 1);
  if constexpr (fixed)
    out[t] = static_cast<long long>(rows) * 1000 > 5 ? 1 : 0;
  else
    out[t] = rows * 1000 > 5 ? 1 : 0; // here
}
TWINS(index_product)

//! 2x32 overflow
PLANTED(counter_in_a_loop) {
  using Sum = std::conditional_t<fixed, long long, int>;
  Sum sum = 0;
  for (int i = 0; i < 256; ++i)
    sum += in[static_cast<unsigned>(i)] << 17; // here
  out[kcc::global_index()] = static_cast<int>(sum >> 17);
}
TWINS(counter_in_a_loop)

//! 1x8 overflow
PLANTED(negation) {
  unsigned t = kcc::thread_idx().x;
  int lowest = INT_MIN + (fixed ? 1 : 0) + in[t];
  out[t] = -lowest; // here
}
TWINS(negation)

//! 1x8 overflow
PLANTED(increment) {
  unsigned t = kcc::thread_idx().x;
  int last = INT_MAX - in[t] - (fixed ? 1 : 0);
  ++last; // here
  out[t] = last;
}
TWINS(increment)

//! 1x8 overflow
PLANTED(decrement_of_a_member) {
  struct Range {
    int begin, end;
  };
  unsigned t = kcc::thread_idx().x;
  Range range{INT_MIN + (fixed ? 1 : 0), in[t]};
  range.begin--; // here
  out[t] = range.begin ^ range.end;
}
TWINS(decrement_of_a_member)

//! 1x32 overflow
PLANTED(wide_subtraction) {
  unsigned t = kcc::thread_idx().x;
  long long lowest = LLONG_MIN + (fixed ? 31 : 3);
  out[t] = static_cast<int>((lowest - in[t]) >> 40); // here
}
TWINS(wide_subtraction)

//! 1x4 overflow
PLANTED(lowest_by_minus_one) {
  unsigned t = kcc::thread_idx().x;
  int lowest = INT_MIN + in[t], divisor = fixed ? -2 : -1;
  divisor -= in[0];
  out[t] = lowest / divisor; // here
}
TWINS(lowest_by_minus_one)

//! 1x4 overflow
PLANTED(lowest_modulo_minus_one) {
  unsigned t = kcc::thread_idx().x;
  int lowest = INT_MIN + in[t], divisor = in[0] - 1;
  out[t] = fixed && divisor == -1 ? 0 : lowest % divisor; // here
}
TWINS(lowest_modulo_minus_one)

//! 1x128 overflow
template <class T> static T squared(T x) {
  return x * x; // here
}
PLANTED(in_a_function) {
  unsigned t = kcc::thread_idx().x;
  using Number = std::conditional_t<fixed, long long, int>;
  out[t] = squared<Number>(in[t] + 46300) > 7; // here
}
TWINS(in_a_function)

//! 1x64 overflow
PLANTED(sum_of_a_library) {
  int sum = fixed ? 0 : INT_MAX - 100;
  out[kcc::thread_idx().x] = std::accumulate(in.begin(), in.begin() + 20, sum); // here
}
TWINS(sum_of_a_library)

//! 1x16 overflow
PLANTED(hash_of_signed_numbers) {
  using Hash = std::conditional_t<fixed, unsigned, int>;
  Hash hash = 17;
  for (unsigned i = 0; i < 16; ++i)
    hash = hash * 31 + static_cast<Hash>(in[i]); // here
  out[kcc::thread_idx().x] = static_cast<int>(hash);
}
TWINS(hash_of_signed_numbers)

//! 1x1 overflow
PLANTED(sixteen_bytes) {
  __int128 number = in[1];
  number <<= fixed ? 100 : 126;
  out[0] = static_cast<int>((number * 2) >> 90); // here
}
TWINS(sixteen_bytes)
