#include "cpu_benchmark_control.h"

#include "../peers/peers.h"
#include "cases.h"

namespace bench {

namespace {

namespace kernels = cpu_benchmark;

void collatz(const Context &context) {
  if (!context.report.wants("Collatz"))
    return;
  constexpr std::size_t count = 1 << 20;
  constexpr std::uint32_t first = 1;
  Array<std::uint32_t> steps(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::collatz, kcc::cover(count, 256), steps.kcc, first);
  };
  const auto plain = [&] { plain::collatz(steps.host.data(), first, count); };
  const auto with_pocl = [&] { context.opencl.launch("collatz", {{count, 1}, {256, 1}}, steps.cl, first); };
  compare(context, {"Collatz", {}, with_kcc, {{no_bar, plain}}, no_bar, with_pocl}, steps);
}

/// At the edge of the set a rounding changes a count; the compilers fuse different operations.
void mandelbrot(const Context &context) {
  if (!context.report.wants("Mandelbrot"))
    return;
  constexpr std::uint32_t width = 1024, height = 512;
  Array<std::uint32_t> counts(context, std::size_t{width} * height);
  const kcc::LaunchConfig shape{kcc::Blocks(width / 32, height / 8), kcc::Threads(32, 8)};
  const auto with_kcc = [&] { context.stream.launch(kernels::mandelbrot, shape, counts.kcc, width, height); };
  const auto plain = [&] { plain::mandelbrot(counts.host.data(), width, height); };
  const auto with_pocl = [&] {
    context.opencl.launch("mandelbrot", {{width, height}, {32, 8}}, counts.cl, width, height);
  };
  constexpr Tolerance tolerance{0, 0.01};
  compare(context, {"Mandelbrot", tolerance, with_kcc, {{no_bar, plain}}, no_bar, with_pocl}, counts);
}

void medians(const Context &context) {
  if (!context.report.wants("median of 15, local array"))
    return;
  constexpr std::size_t count = 1 << 20;
  Array<float> in(context, random_floats(count + 14, 0, 1)), out(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::medians, kcc::cover(count, 256), out.kcc, in.kcc);
  };
  const auto plain = [&] { plain::medians(out.host.data(), in.host.data(), count); };
  const auto with_pocl = [&] { context.opencl.launch("medians", {{count, 1}, {256, 1}}, out.cl, in.cl); };
  compare(context, {"median of 15, local array", {}, with_kcc, {{no_bar, plain}}, no_bar, with_pocl}, out);
}

void calls(const Context &context) {
  if (!context.report.wants("calls"))
    return;
  constexpr std::size_t count = 4 << 20;
  Array<float> in(context, random_floats(count, -1, 1)), out(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::calls, kcc::cover(count, 256), out.kcc, in.kcc);
  };
  const auto plain = [&] { plain::calls(out.host.data(), in.host.data(), count); };
  const auto with_pocl = [&] { context.opencl.launch("calls", {{count, 1}, {256, 1}}, out.cl, in.cl); };
  compare(context, {"calls of a function", {1e-6}, with_kcc, {{no_bar, plain}}, no_bar, with_pocl}, out);
}

std::vector<Point> random_points(std::size_t count) {
  const std::vector<float> values = random_floats(2 * count, -1, 1);
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i)
    points.push_back({values[2 * i], values[2 * i + 1]});
  return points;
}

void nearest(const Context &context) {
  if (!context.report.wants("nearest of 32 points"))
    return;
  constexpr std::size_t count = 1 << 20, center_count = 32;
  Array<Point> points(context, random_points(count)), centers(context, random_points(center_count));
  Array<std::uint32_t> numbers(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::nearest, kcc::cover(count, 256), numbers.kcc, points.kcc, centers.kcc);
  };
  const auto plain = [&] {
    plain::nearest(numbers.host.data(), points.host.data(), count, centers.host.data(), center_count);
  };
  const auto with_pocl = [&] {
    context.opencl.launch("nearest", {{count, 1}, {256, 1}}, numbers.cl, points.cl, centers.cl,
                          std::uint32_t{center_count});
  };
  constexpr Tolerance tolerance{0, 1e-4}; // where two are as near
  compare(context, {"nearest of 32 points", tolerance, with_kcc, {{no_bar, plain}}, no_bar, with_pocl},
          numbers);
}

} // namespace

void control(const Context &context) {
  collatz(context);
  mandelbrot(context);
  medians(context);
  calls(context);
  nearest(context);
}

} // namespace bench
