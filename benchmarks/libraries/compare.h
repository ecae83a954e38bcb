// Times the same work done by kcc and by a library that is called directly, alternating.
#ifndef KCC_BENCHMARKS_COMPARE_H
#define KCC_BENCHMARKS_COMPARE_H

#include <kcc/runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

namespace compare {

struct Times {
  double kcc, direct; ///< microseconds per call; the median of all rounds
};

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// The device's time of a call.
template <class F> double device_time(kcc::Stream &stream, int calls, F &&call) {
  kcc::Event from(stream.device()), to(stream.device());
  stream.record(from);
  for (int i = 0; i < calls; ++i)
    call();
  stream.record(to);
  stream.synchronize();
  return kcc::Event::elapsed(from, to).count() * 1000 / calls;
}

/// The host's time of a call, which does not wait.
template <class F> double host_time(kcc::Stream &stream, int calls, F &&call) {
  stream.synchronize();
  const auto from = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i)
    call();
  const auto to = std::chrono::steady_clock::now();
  stream.synchronize();
  return std::chrono::duration<double, std::micro>(to - from).count() / calls;
}

template <class Time, class F, class G> Times both(Time &&time, int rounds, int calls, F &&kcc, G &&direct) {
  kcc();
  direct();
  std::vector<double> with_kcc, without;
  for (int i = 0; i < rounds; ++i) {
    with_kcc.push_back(time(calls, kcc));
    without.push_back(time(calls, direct));
  }
  return {median(with_kcc), median(without)};
}

} // namespace compare

#endif
