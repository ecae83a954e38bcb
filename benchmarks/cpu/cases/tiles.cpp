#include "cpu_benchmark_tiles.h"

#include "../peers/peers.h"
#include "cases.h"

namespace bench {

namespace {

namespace kernels = cpu_benchmark;

template <std::uint32_t tile> void multiply(const Context &context, std::uint32_t width) {
  const std::string of = std::to_string(tile),
                    name = "matrix product of " + std::to_string(width) + ", tiles of " + of;
  if (!context.report.wants(name))
    return;
  const std::size_t count = std::size_t{width} * width;
  Array<float> a(context, random_floats(count, -1, 1)), b(context, random_floats(count, 0, 1)),
      c(context, count);
  const kcc::LaunchConfig shape{kcc::Blocks(width / tile, width / tile), kcc::Threads(tile, tile)};
  const auto with_kcc = [&] {
    context.stream.launch(kernels::multiply<tile>, shape, c.kcc, a.kcc, b.kcc, width);
  };
  const auto plain = [&] { plain::multiply(c.host.data(), a.host.data(), b.host.data(), width); };
  const auto with_pocl = [&] {
    context.opencl.launch(("multiply_" + of).c_str(), {{width, width}, {tile, tile}}, c.cl, a.cl, b.cl,
                          width);
  };
  compare(context, {name, {1e-4}, with_kcc, {{block_bar, plain}}, pocl_block_bar, with_pocl}, c);
}

void transpose(const Context &context, std::uint32_t width) {
  if (!context.report.wants("transposition"))
    return;
  const std::size_t count = std::size_t{width} * width;
  Array<float> in(context, random_floats(count, -1, 1)), out(context, count);
  const kcc::LaunchConfig shape{kcc::Blocks(width / 32, width / 32), kcc::Threads(32, 8)};
  const auto with_kcc = [&] { context.stream.launch(kernels::transpose, shape, out.kcc, in.kcc, width); };
  const auto plain = [&] { plain::transpose(out.host.data(), in.host.data(), width); };
  const auto with_pocl = [&] {
    context.opencl.launch("transpose", {{width, width / 4}, {32, 8}}, out.cl, in.cl, width);
  };
  compare(context,
          {"transposition of " + std::to_string(width),
           {},
           with_kcc,
           {{block_bar, plain}},
           pocl_block_bar,
           with_pocl},
          out);
}

} // namespace

void tiles(const Context &context) {
  multiply<16>(context, 512);
  multiply<16>(context, 1024);
  multiply<32>(context, 1024);
  transpose(context, 4000); // no power of two: cache lines of a column share no set
}

} // namespace bench
