// Prints the time of each kernel of a module file, in milliseconds: `kcc_checks_benchmark FILE.so` the
// processor time on the CPU device, `kcc_checks_benchmark FILE.ptx` the time on the first GPU. The script run
// calls it for each set of checks. `kcc_checks_benchmark FILE KERNEL` measures one kernel alone.
#include <kcc/runtime.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Case {
  const char *kernel;
  kcc::LaunchConfig config;
  unsigned size;
};

double processor_milliseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

} // namespace

int main(int argc, char **argv) {
  const bool is_for_gpu = std::string(argv[1]).ends_with(".ptx");
  const kcc::Device device = is_for_gpu ? kcc::Device::cuda(0) : kcc::Device::cpu();
  const kcc::Module module = kcc::Module::load_file(device, argv[1]);
  kcc::Stream stream(device);
  const std::vector<float> numbers(std::size_t{1} << (is_for_gpu ? 26 : 22), 1.0F);
  kcc::Buffer<float> a(device, numbers), b(device, numbers), out(device, numbers);
  kcc::Event before(device), after(device);
  const std::vector<std::string> names = module.kernel_names();
  const unsigned tiles = is_for_gpu ? 64 : 16, width = 2048; // of matrices with all numbers on the CPU device
  const auto count = static_cast<unsigned>(numbers.size());
  const kcc::LaunchConfig one_each{kcc::Blocks(count / 256), kcc::Threads(256)};
  const Case cases[] = {
      {"triad", {kcc::Blocks(is_for_gpu ? 2048 : 256), kcc::Threads(256)}, 0},
      {"stencil", {kcc::Blocks(is_for_gpu ? 2048 : 256), kcc::Threads(256)}, 0},
      {"matrix_product", {kcc::Blocks(tiles, tiles), kcc::Threads(16, 16)}, 16 * tiles},
      {"sum_of_blocks",
       {kcc::Blocks(static_cast<unsigned>(numbers.size() / 256 / (is_for_gpu ? 1 : 8))), kcc::Threads(256)},
       0},
      {"histogram", {kcc::Blocks(is_for_gpu ? 2048 : 64), kcc::Threads(256)}, 0},
      // patterns.cpp
      {"four_neighbours", {kcc::Blocks(64, 256), kcc::Threads(32, 8)}, width},
      {"window_3x3", {kcc::Blocks(64, 256), kcc::Threads(32, 8)}, width},
      {"transposition", {kcc::Blocks(64, 256), kcc::Threads(32, 8)}, width},
      {"transposition_in_tiles", {kcc::Blocks(128, 128), kcc::Threads(16, 16)}, width},
      {"product_without_tiles", {kcc::Blocks(16, 64), kcc::Threads(32, 8)}, 512},
      {"sums_of_columns", {kcc::Blocks(width / 256), kcc::Threads(256)}, width},
      {"sums_of_rows", {kcc::Blocks(width / 256), kcc::Threads(256)}, width},
      {"gather", one_each, 0},
      {"scatter", one_each, 0},
      {"reversal", one_each, 0},
      {"sparse_product", {kcc::Blocks(count / 16 / 256), kcc::Threads(256)}, 0},
      {"members", {kcc::Blocks(count / 4 / 256), kcc::Threads(256)}, 0},
      {"structures", {kcc::Blocks(count / 4 / 256), kcc::Threads(256)}, 0},
      {"particles", {kcc::Blocks(count / 8 / 256), kcc::Threads(256)}, 0},
      {"bytes", one_each, 0},
      {"pixels", one_each, 0},
      {"n_body", {kcc::Blocks(16), kcc::Threads(256)}, 4096},
      {"bitonic_sort", {kcc::Blocks(count / 512), kcc::Threads(256)}, 0}};
  for (const Case &row : cases) {
    if (!std::ranges::count(names, row.kernel) || (argc > 2 && std::string_view(row.kernel) != argv[2]))
      continue;
    double least = 1e9;
    for (int round = 0; round < 6; ++round) { // the first also makes what the checks keep
      const double begin = processor_milliseconds();
      stream.record(before);
      stream.launch(module.kernel(row.kernel), row.config, out, a, b, row.size);
      stream.record(after);
      stream.synchronize();
      least = std::min(least, is_for_gpu ? kcc::Event::elapsed(before, after).count()
                                         : processor_milliseconds() - begin);
    }
    std::printf("%s %.4f\n", row.kernel, least);
  }
}
