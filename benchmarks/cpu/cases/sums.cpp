#include "cpu_benchmark_sums.h"

#include "../peers/peers.h"
#include "cases.h"

#include <kcc/algorithm.h>

#include <algorithm>

namespace bench {

namespace {

namespace kernels = cpu_benchmark;
constexpr std::size_t count = 16 << 20, blocks = count / 256;
constexpr Tolerance tolerance{1e-4}; // of sums in another order

void block_sums(const Context &context, const std::string &name, bool with_shuffles) {
  if (!context.report.wants(name))
    return;
  Array<float> values(context, random_floats(count, 0, 1)), sums(context, blocks);
  const auto with_kcc = [&] {
    context.stream.launch(with_shuffles ? kernels::sum_shuffle : kernels::sum_tree, kcc::cover(count, 256),
                          sums.kcc, values.kcc);
  };
  const auto plain = [&] { plain::sums(sums.host.data(), values.host.data(), count); };
  const auto with_pocl = [&] {
    context.opencl.launch("sum_tree", {{count, 1}, {256, 1}}, sums.cl, values.cl);
  };
  Computation computation{name, tolerance, with_kcc, {{block_bar, plain}}, pocl_block_bar, with_pocl};
  if (with_shuffles)
    computation.pocl = nullptr; // PoCL 3 has no shuffles
  compare(context, computation, sums);
}

void reduce(const Context &context) {
  if (!context.report.wants("kcc::reduce"))
    return;
  Array<float> values(context, random_floats(count, 0, 1)), sum(context, 1);
  constexpr std::size_t groups = 64;
  const OpenClBuffer<float> partial(context.opencl, groups);
  const auto with_kcc = [&] {
    kcc::reduce_into(context.stream, sum.kcc, std::as_const(values.kcc).span(), 0.0f);
  };
  const auto plain = [&] { sum.host[0] = plain::sum(values.host.data(), count); };
  const auto with_pocl = [&] {
    context.opencl.launch("sum_strided", {{groups * 256, 1}, {256, 1}}, partial, values.cl,
                          std::uint64_t{count});
    context.opencl.launch("sum_strided", {{256, 1}, {256, 1}}, sum.cl, partial, std::uint64_t{groups});
  };
  compare(context,
          {"kcc::reduce of 16M", tolerance, with_kcc, {{block_bar, plain}}, pocl_block_bar, with_pocl}, sum);
}

void histogram(const Context &context) {
  if (!context.report.wants("histogram"))
    return;
  Array<std::uint8_t> bytes(context, random_integers<std::uint8_t>(count));
  Array<std::uint32_t> counts(context, 256);
  constexpr std::uint32_t groups = 256;
  const auto with_kcc = [&] {
    counts.kcc.fill_bytes(context.stream, std::byte{0});
    context.stream.launch(kernels::histogram, {kcc::Blocks(groups), kcc::Threads(256)}, counts.kcc,
                          bytes.kcc);
  };
  const auto plain = [&] {
    std::ranges::fill(counts.host, 0);
    plain::histogram(counts.host.data(), bytes.host.data(), count);
  };
  const auto with_pocl = [&] {
    context.opencl.launch("clear", {{256, 1}, {256, 1}}, counts.cl);
    context.opencl.launch("histogram", {{groups * 256, 1}, {256, 1}}, counts.cl, bytes.cl,
                          std::uint64_t{count});
  };
  compare(context, {"histogram of 16M bytes", {}, with_kcc, {{block_bar, plain}}, pocl_block_bar, with_pocl},
          counts);
}

} // namespace

void sums(const Context &context) {
  block_sums(context, "block sums of 16M, tree", false);
  block_sums(context, "block sums of 16M, shuffles", true);
  reduce(context);
  histogram(context);
}

} // namespace bench
