#include "harness.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace bench {

namespace {

double processor_milliseconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

struct Measurement {
  double wall, processor;
};

Measurement measure(const std::function<void()> &run, int batch) {
  const double processor = processor_milliseconds();
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < batch; ++i)
    run();
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - begin;
  return {wall.count() / batch, (processor_milliseconds() - processor) / batch};
}

double median(std::vector<double> &values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

Time summary(const std::vector<Measurement> &measurements) {
  std::vector<double> wall, processor;
  for (const Measurement &measurement : measurements) {
    wall.push_back(measurement.wall);
    processor.push_back(measurement.processor);
  }
  const double middle = median(wall);
  const double range = wall[wall.size() * 3 / 4] - wall[wall.size() / 4];
  return {middle, wall.front(), range / middle, median(processor)};
}

} // namespace

std::vector<Time> times_in_turns(const Options &options, const std::vector<std::function<void()>> &runs) {
  constexpr double batch_milliseconds = 20;
  std::vector<int> batches;
  std::vector<std::vector<Measurement>> measurements(runs.size());
  for (const std::function<void()> &run : runs) {
    double once = measure(run, 1).wall;
    if (once < 1000)
      once = std::min(once, measure(run, 1).wall);
    batches.push_back(static_cast<int>(std::clamp(std::ceil(batch_milliseconds / once), 1.0, 10000.0)));
  }
  const auto begin = std::chrono::steady_clock::now();
  const std::chrono::duration<double> most(options.seconds * static_cast<double>(runs.size()));
  for (int round = 0; round < options.rounds; ++round) {
    if (round >= 3 && std::chrono::steady_clock::now() - begin > most)
      break;
    for (std::size_t i = 0; i < runs.size(); ++i)
      measurements[i].push_back(measure(runs[i], batches[i]));
  }
  std::vector<Time> times;
  for (const std::vector<Measurement> &of_one : measurements)
    times.push_back(summary(of_one));
  return times;
}

void Report::limit(const std::string &kernel, double milliseconds, const std::function<void()> &run,
                   const Agreement &agreement) {
  char name[32];
  std::snprintf(name, sizeof name, "at most %.0f µs", milliseconds * 1e3);
  const Time limit{milliseconds, milliseconds, 0, milliseconds};
  print(kernel, name, times_in_turns(options_, {run}).front(), limit, 1, agreement);
}

void Report::print_head(unsigned threads) const {
  std::printf("\n%u thread%s. Ratios are the peer's time / kcc's: above 1, kcc is faster.\n\n", threads,
              threads == 1 ? "" : "s");
  std::printf(
      "| kernel | peer | kcc ms | peer ms | ratio | of best | of processor time | spread | bar | result |\n"
      "| --- | --- | --: | --: | --: | --: | --: | --: | --- | --- |\n");
}

void Report::print(const std::string &kernel, const std::string &peer, const Time &ours, const Time &theirs,
                   double bar, const Agreement &agreement) {
  const double ratio = theirs.median / ours.median;
  char bar_text[32] = "";
  if (bar > 0)
    std::snprintf(bar_text, sizeof bar_text, ratio < bar ? "%.1f **missed**" : "%.1f", bar);
  std::printf("| %s | %s | %.4g | %.4g | %.2f | %.2f | %.2f | %.0f %% | %s | %s |\n", kernel.c_str(),
              peer.c_str(), ours.median, theirs.median, ratio, theirs.best / ours.best,
              theirs.processor / ours.processor, 100 * std::max(ours.spread, theirs.spread), bar_text,
              agreement.text.c_str());
  std::fflush(stdout);
  ++rows_;
  with_bar_ += bar > 0;
  below_ += bar > 0 && ratio < bar;
  wrong_ += !agreement.right;
}

int Report::finish() const {
  std::printf("\nrows: %d, with wrong results: %d, below their bar: %d of %d\n", rows_, wrong_, below_,
              with_bar_);
  return wrong_;
}

} // namespace bench
