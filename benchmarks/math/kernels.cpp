// One kernel for each function, for kcc and nvcc. The macro TYPE is float or double, SUFFIX is f32 or f64.
//
// A thread starts at arguments of its own and moves them through half of their ranges, upwards or downwards,
// by one addition for each call. Results are combined by XOR, bit for bit, which no compiler merges with the
// function's own arithmetic. With one iteration, a kernel returns the results themselves.
#include "dialect.h"
#include "layout.h"

using T = TYPE;
using Bits = decltype(bits(T()));

template <class Result> DEVICE Bits bits_of(Result result) {
  if constexpr (static_cast<Result>(0.5) == 0) // an integer
    return static_cast<Bits>(sizeof(Result) > sizeof(Bits) ? result ^ result >> 32 : result);
  else
    return bits(result);
}

/// From 0 to 1, different for neighbouring threads and for each argument.
DEVICE T fraction(unsigned position, unsigned argument) {
  const unsigned hash = (position + 1) * (0x9e3779b1u + 0x3c6ef372u * argument);
  return static_cast<T>(hash >> 8) * static_cast<T>(0x1p-24);
}

template <class Function>
DEVICE void repeat(const math::Ranges<T> &ranges, int iterations, Bits *results, Function function) {
  const unsigned thread = global_index();
  const bool upwards = thread % 2 == 0;
  T x[math::calls][math::arguments], step[math::arguments];
  Bits result[math::calls];
#pragma unroll
  for (int argument = 0; argument < math::arguments; ++argument) {
    step[argument] = upwards ? ranges.step[argument] : -ranges.step[argument];
    const T half = (ranges.high[argument] - ranges.low[argument]) * static_cast<T>(0.5);
#pragma unroll
    for (int call = 0; call < math::calls; ++call) {
      const T part = fraction(thread * math::calls + call, argument);
      // Written as fma so that all compilers round it alike.
      x[call][argument] =
          upwards ? std::fma(half, part, ranges.low[argument]) : std::fma(-half, part, ranges.high[argument]);
    }
  }
#pragma unroll
  for (int call = 0; call < math::calls; ++call)
    result[call] = 0;
#pragma unroll 1
  for (int i = 0; i < iterations; ++i) {
#pragma unroll
    for (int call = 0; call < math::calls; ++call) {
      result[call] ^= bits_of(function(x[call][0], x[call][1], x[call][2], x[call][3], i));
#pragma unroll
      for (int argument = 0; argument < math::arguments; ++argument)
        x[call][argument] += step[argument];
    }
  }
#pragma unroll
  for (int call = 0; call < math::calls; ++call)
    results[thread * math::calls + call] = result[call];
}

#define KERNEL_NAME_OF(Name, Suffix) Name##_##Suffix
#define KERNEL_NAME(Name, Suffix) KERNEL_NAME_OF(Name, Suffix)
#define MATH(Name, Call, Bound, ...)                                                                         \
  KERNEL KERNEL_NAME(Name, SUFFIX)(math::Ranges<T> ranges, int iterations, Bits *results) {                  \
    repeat(ranges, iterations, results,                                                                      \
           []([[maybe_unused]] T x, [[maybe_unused]] T y, [[maybe_unused]] T z, [[maybe_unused]] T w,        \
              [[maybe_unused]] int i) { return Call; });                                                     \
  }
#ifndef IS_F32
#define MATH_F32(...)
#endif
#ifndef __KCC__
#define MATH_KCC(...)
#endif
#include "functions.def"
