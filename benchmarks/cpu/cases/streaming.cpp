#include "cpu_benchmark_streaming.h"

#include "../peers/peers.h"
#include "cases.h"

#include <cstring>

namespace bench {

namespace {

namespace kernels = cpu_benchmark;
constexpr Tolerance tolerance{1e-6};

/// With one thread for each element if `blocks` is 0, and otherwise with a strided loop.
void triad(const Context &context, const std::string &name, std::size_t count, std::uint32_t blocks) {
  if (!context.report.wants(name))
    return;
  constexpr float factor = 3;
  Array<float> a(context, count), b(context, random_floats(count, -1, 1)),
      c(context, random_floats(count, -2, 2));
  const auto with_kcc = [&] {
    if (blocks == 0)
      context.stream.launch(kernels::triad_covered, kcc::cover(count, 256), a.kcc, b.kcc, c.kcc, factor);
    else
      context.stream.launch(kernels::triad_strided, {kcc::Blocks(blocks), kcc::Threads(256)}, a.kcc, b.kcc,
                            c.kcc, factor);
  };
  const auto plain = [&] { plain::triad(a.host.data(), b.host.data(), c.host.data(), factor, count); };
  const auto with_pocl = [&] {
    if (blocks == 0)
      context.opencl.launch("triad", {{count, 1}, {256, 1}}, a.cl, b.cl, c.cl, factor);
    else
      context.opencl.launch("triad_strided", {{std::size_t{blocks} * 256, 1}, {256, 1}}, a.cl, b.cl, c.cl,
                            factor, std::uint64_t{count});
  };
  compare(context, {name, tolerance, with_kcc, {{streaming_bar, plain}}, no_bar, with_pocl}, a);
}

/// The factor is small, as every run adds to the same values.
void saxpy(const Context &context, std::size_t count) {
  if (!context.report.wants("saxpy"))
    return;
  constexpr float factor = 1e-3f;
  Array<float> x(context, random_floats(count, -1, 1)), y(context, random_floats(count, -2, 2));
  const auto with_kcc = [&] {
    context.stream.launch(kernels::saxpy, kcc::cover(count, 256), y.kcc, x.kcc, factor);
  };
  const auto plain = [&] { plain::saxpy(y.host.data(), x.host.data(), factor, count); };
  const auto with_pocl = [&] { context.opencl.launch("saxpy", {{count, 1}, {256, 1}}, y.cl, x.cl, factor); };
  compare(context, {"saxpy", tolerance, with_kcc, {{streaming_bar, plain}}, no_bar, with_pocl}, y);
}

void stencil(const Context &context, std::size_t count) {
  if (!context.report.wants("stencil, 1-D"))
    return;
  Array<float> in(context, random_floats(count, -1, 1)), out(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::stencil, kcc::cover(count, 256), out.kcc, in.kcc);
  };
  const auto plain = [&] { plain::stencil(out.host.data(), in.host.data(), count); };
  const auto with_pocl = [&] {
    context.opencl.launch("stencil", {{count, 1}, {256, 1}}, out.cl, in.cl, std::uint64_t{count});
  };
  compare(context, {"stencil, 1-D", tolerance, with_kcc, {{streaming_bar, plain}}, no_bar, with_pocl}, out);
}

void blur(const Context &context, std::uint32_t width, std::uint32_t height) {
  if (!context.report.wants("blur, 3 x 3"))
    return;
  const std::size_t count = std::size_t{width} * height;
  Array<float> in(context, random_floats(count, 0, 1)), out(context, count);
  const kcc::LaunchConfig shape{kcc::Blocks(width / 32, height / 8), kcc::Threads(32, 8)};
  const auto with_kcc = [&] { context.stream.launch(kernels::blur, shape, out.kcc, in.kcc, width, height); };
  const auto plain = [&] { plain::blur(out.host.data(), in.host.data(), width, height); };
  const auto with_pocl = [&] {
    context.opencl.launch("blur", {{width, height}, {32, 8}}, out.cl, in.cl, width, height);
  };
  compare(context, {"blur, 3 x 3", tolerance, with_kcc, {{streaming_bar, plain}}, no_bar, with_pocl}, out);
}

void to_gray(const Context &context, std::size_t count) {
  if (!context.report.wants("RGBA to gray"))
    return;
  std::vector<Pixel> values(count);
  std::memcpy(values.data(), random_integers<std::uint32_t>(count).data(), count * sizeof(Pixel));
  Array<Pixel> pixels(context, values);
  Array<std::uint8_t> gray(context, count);
  const auto with_kcc = [&] {
    context.stream.launch(kernels::to_gray, kcc::cover(count, 256), gray.kcc, pixels.kcc);
  };
  const auto plain = [&] { plain::to_gray(gray.host.data(), pixels.host.data(), count); };
  const auto with_pocl = [&] {
    context.opencl.launch("to_gray", {{count, 1}, {256, 1}}, gray.cl, pixels.cl);
  };
  compare(context, {"RGBA to gray", {}, with_kcc, {{streaming_bar, plain}}, no_bar, with_pocl}, gray);
}

} // namespace

void streaming(const Context &context) {
  constexpr std::size_t large = 16 << 20, in_cache = 64 << 10;
  triad(context, "triad, one a thread", large, 0);
  triad(context, "triad, strided, 16384 blocks", large, 16384);
  triad(context, "triad, strided, 4 blocks", large, 4);
  triad(context, "triad in cache, one a thread", in_cache, 0);
  triad(context, "triad in cache, strided, 4 blocks", in_cache, 4);
  saxpy(context, large);
  stencil(context, large);
  blur(context, 4096, 2048);
  to_gray(context, 8 << 20);
}

} // namespace bench
