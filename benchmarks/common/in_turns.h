// Times of several kernels, taken in turns, so that changes of the GPU's speed affect all of them.
#ifndef COMMON_IN_TURNS_H
#define COMMON_IN_TURNS_H

#include <kcc/runtime.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace common {

class Clock {
public:
  explicit Clock(kcc::Stream &stream) : stream(stream), begin(stream.device()), end(stream.device()) {}
  template <class Work> double milliseconds(Work work) {
    stream.record(begin);
    work();
    stream.record(end);
    end.synchronize();
    return kcc::Event::elapsed(begin, end).count();
  }

private:
  kcc::Stream &stream;
  kcc::Event begin, end;
};

struct Time {
  double nanoseconds = 0; ///< of one launch, the median
  double spread = 0;      ///< the interquartile range, relative to the median
};

/// Each contender launches one kernel; an empty one has no time. A measurement is a batch of launches of
/// about 2.5 ms.
inline std::vector<Time> times_in_turns(kcc::Stream &stream, int rounds,
                                        const std::vector<std::function<void()>> &contenders) {
  constexpr double batch_milliseconds = 2.5;
  Clock clock(stream);
  const std::size_t count = contenders.size();
  std::vector<std::vector<double>> samples(count);
  std::vector<int> batch(count);
  const auto run = [&](std::size_t i) {
    const double milliseconds = clock.milliseconds([&] {
      for (int launch = 0; launch < batch[i]; ++launch)
        contenders[i]();
    });
    return milliseconds / batch[i];
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (!contenders[i])
      continue;
    batch[i] = 1;
    const double first = run(i);
    batch[i] = std::clamp(static_cast<int>(0.5 / first), 1, 100);
    batch[i] = std::clamp(static_cast<int>(batch_milliseconds / run(i)), 1, 1000);
  }
  for (int round = 0; round < rounds; ++round)
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t i = (static_cast<std::size_t>(round) + turn) % count;
      if (contenders[i])
        samples[i].push_back(run(i));
    }
  std::vector<Time> times(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> &sorted = samples[i];
    if (sorted.empty())
      continue;
    std::sort(sorted.begin(), sorted.end());
    const double median = sorted[sorted.size() / 2];
    times[i] = {median * 1e6, (sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4]) / median};
  }
  return times;
}

} // namespace common

#endif
