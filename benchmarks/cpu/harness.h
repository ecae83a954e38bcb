// Times kernels on the CPU device and their peers in turns, compares results, and prints one row for each
// peer.
#ifndef CPU_BENCHMARK_HARNESS_H
#define CPU_BENCHMARK_HARNESS_H

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// One implementation of a computation.
template <class T> struct Contender {
  std::string name;
  std::function<void()> run;              ///< returns when the result is complete; empty: not on this machine
  std::function<std::vector<T>()> result; ///< runs once on fresh input
  double bar = 0;                         ///< the least time of this peer / time of kcc; 0: none
};

struct Options {
  int rounds = 11;
  double seconds = 3; ///< for each contender of a kernel, about; there are three rounds at least
  std::string filter; ///< only kernels whose name contains it
};

/// Of one run, in milliseconds.
struct Time {
  double median, best, spread; ///< wall time; the interquartile range relative to the median
  double processor;            ///< the process's processor time, of all threads: the median
};

/// Runs all in turns, so that changes of the machine's speed affect each; a measurement takes 20 ms at least.
std::vector<Time> times_in_turns(const Options &options, const std::vector<std::function<void()>> &runs);

/// How two results may differ.
struct Tolerance {
  double relative = 0;  ///< of an element, relative to the larger of its magnitude and 1
  double differing = 0; ///< the part of the elements that may differ by more
};

/// How two results agree.
struct Agreement {
  bool right = true;
  std::string text; ///< "equal", "within 1e-06", or the first difference
};

template <class T>
Agreement compare_results(const std::vector<T> &ours, const std::vector<T> &theirs,
                          const Tolerance &tolerance) {
  if (ours.size() != theirs.size())
    return {false,
            "WRONG: " + std::to_string(ours.size()) + " elements, not " + std::to_string(theirs.size())};
  std::size_t beyond = 0, first = 0;
  bool are_equal = true;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (ours[i] == theirs[i])
      continue;
    are_equal = false;
    const double a = static_cast<double>(ours[i]), b = static_cast<double>(theirs[i]);
    if (!(std::abs(a - b) <= tolerance.relative * std::fmax(std::abs(b), 1)) && beyond++ == 0)
      first = i;
  }
  char text[128] = "equal";
  if (static_cast<double>(beyond) > tolerance.differing * static_cast<double>(ours.size())) {
    std::snprintf(text, sizeof text, "WRONG: %zu of %zu, [%zu] %g, not %g", beyond, ours.size(), first,
                  static_cast<double>(ours[first]), static_cast<double>(theirs[first]));
    return {false, text};
  }
  if (beyond > 0)
    std::snprintf(text, sizeof text, "%.2g %% differ",
                  100 * static_cast<double>(beyond) / static_cast<double>(ours.size()));
  else if (!are_equal)
    std::snprintf(text, sizeof text, "within %.0e", tolerance.relative);
  return {true, text};
}

/// The table, and the counts of its last line.
class Report {
public:
  explicit Report(Options options) : options_(std::move(options)) {}

  bool wants(const std::string &kernel) const { return kernel.find(options_.filter) != kernel.npos; }

  /// One row for each peer. kcc's result is compared with each peer's.
  template <class T>
  void compare(const std::string &kernel, const Tolerance &tolerance, const Contender<T> &kcc,
               const std::vector<Contender<T>> &peers) {
    std::vector<const Contender<T> *> present;
    std::vector<std::function<void()>> runs{kcc.run};
    std::vector<Agreement> agreements;
    const std::vector<T> ours = kcc.result();
    for (const Contender<T> &peer : peers)
      if (peer.run) {
        present.push_back(&peer);
        runs.push_back(peer.run);
        agreements.push_back(compare_results(ours, peer.result(), tolerance));
      }
    const std::vector<Time> times = times_in_turns(options_, runs);
    for (std::size_t i = 0; i < present.size(); ++i)
      print(kernel, present[i]->name, times[0], times[i + 1], present[i]->bar, agreements[i]);
  }

  /// A row whose peer is a time, in milliseconds, that kcc must not exceed.
  void limit(const std::string &kernel, double milliseconds, const std::function<void()> &run,
             const Agreement &agreement);

  void print_head(unsigned threads) const;
  /// The number of rows with wrong results, after a line with all counts.
  int finish() const;

private:
  void print(const std::string &kernel, const std::string &peer, const Time &ours, const Time &theirs,
             double bar, const Agreement &agreement);

  Options options_;
  int rows_ = 0, wrong_ = 0, below_ = 0, with_bar_ = 0;
};

} // namespace bench

#endif
