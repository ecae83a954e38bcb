#include "cpu_benchmark_sums.h"

#include "cases.h"

#include <algorithm>

namespace bench {

namespace {

using Kernel = kcc::Kernel<std::span<float>>;

/// Launches of one block of 256 threads, each of which undoes what the one before did, so the number is odd.
/// With a limit for each launch, or 0.
void launches(const Context &context, const std::string &name, int number, const Kernel &kernel,
              const char *pocl_kernel, const std::vector<float> &expected, double most_milliseconds) {
  if (!context.report.wants(name))
    return;
  Array<float> values(context, random_floats(256, 0, 1));
  const auto with_kcc = [&] {
    for (int i = 0; i < number; ++i)
      context.stream.launch(kernel, {kcc::Blocks(1), kcc::Threads(256)}, values.kcc);
  };
  const auto launch_and_wait = [&] {
    with_kcc();
    context.stream.synchronize();
  };
  const auto with_pocl = [&] {
    for (int i = 0; i < number; ++i)
      context.opencl.launch(pocl_kernel, {{256, 1}, {256, 1}}, values.cl);
  };
  if (most_milliseconds > 0) {
    values.kcc.copy_from(context.stream, values.initial);
    launch_and_wait();
    context.report.limit(name, number * most_milliseconds, launch_and_wait,
                         compare_results(values.kcc.to_host(context.stream), expected, {}));
  }
  compare(context, {name, {}, with_kcc, {}, most_milliseconds > 0 ? pocl_block_bar : no_bar, with_pocl},
          values);
}

} // namespace

void launches(const Context &context) {
  constexpr double most_milliseconds = 0.002;
  const std::vector<float> values = random_floats(256, 0, 1);
  std::vector<float> negative = values, reverse = values;
  std::ranges::transform(values, negative.begin(), std::negate<>());
  std::ranges::reverse(reverse);
  launches(context, "launch", 1, cpu_benchmark::negate, "negate", negative, 0);
  launches(context, "101 launches", 101, cpu_benchmark::negate, "negate", negative, 0);
  launches(context, "launch with a barrier", 1, cpu_benchmark::reverse, "reverse", reverse,
           most_milliseconds);
  launches(context, "101 launches with a barrier", 101, cpu_benchmark::reverse, "reverse", reverse,
           most_milliseconds);
}

} // namespace bench
