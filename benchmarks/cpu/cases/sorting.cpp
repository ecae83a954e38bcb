#include "cpu_benchmark_sorting.h"

#include "../peers/peers.h"
#include "cases.h"

#include <algorithm>

namespace bench {

/// Sorted keys would make branches predictable, so every run begins with a copy of the random ones.
void sorting(const Context &context) {
  if (!context.report.wants("bitonic sort of 1M"))
    return;
  constexpr std::size_t count = 1 << 20, tile = 512;
  const std::vector<std::uint32_t> random = random_integers<std::uint32_t>(count);
  Array<std::uint32_t> keys(context, random);
  const kcc::LaunchConfig shape{kcc::Blocks(count / tile), kcc::Threads(tile / 2)};
  const auto with_kcc = [&] {
    keys.kcc.copy_from(context.stream, random);
    context.stream.launch(cpu_benchmark::sort_tiles, shape, keys.kcc);
    for (std::size_t run = 2 * tile; run <= count; run *= 2) {
      for (std::size_t distance = run / 2; distance >= tile; distance /= 2)
        context.stream.launch(cpu_benchmark::merge_pass, shape, keys.kcc, run, distance);
      context.stream.launch(cpu_benchmark::merge_tiles, shape, keys.kcc, run);
    }
  };
  const auto plain = [&] {
    std::ranges::copy(random, keys.host.begin());
    plain::sort(keys.host.data(), count);
  };
  const auto with_pocl = [&] {
    const NdRange range{{count / 2, 1}, {tile / 2, 1}};
    keys.cl.write(random);
    context.opencl.launch("sort_tiles", range, keys.cl);
    for (std::uint64_t run = 2 * tile; run <= count; run *= 2) {
      for (std::uint64_t distance = run / 2; distance >= tile; distance /= 2)
        context.opencl.launch("merge_pass", range, keys.cl, run, distance);
      context.opencl.launch("merge_tiles", range, keys.cl, run);
    }
  };
  compare(context, {"bitonic sort of 1M", {}, with_kcc, {{block_bar, plain}}, pocl_block_bar, with_pocl},
          keys);
}

} // namespace bench
