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
  const unsigned tiles = is_for_gpu ? 64 : 16;
  const Case cases[] = {
      {"triad", {kcc::Blocks(is_for_gpu ? 2048 : 256), kcc::Threads(256)}, 0},
      {"stencil", {kcc::Blocks(is_for_gpu ? 2048 : 256), kcc::Threads(256)}, 0},
      {"matrix_product", {kcc::Blocks(tiles, tiles), kcc::Threads(16, 16)}, 16 * tiles},
      {"sum_of_blocks",
       {kcc::Blocks(static_cast<unsigned>(numbers.size() / 256 / (is_for_gpu ? 1 : 8))), kcc::Threads(256)},
       0},
      {"histogram", {kcc::Blocks(is_for_gpu ? 2048 : 64), kcc::Threads(256)}, 0}};
  for (const Case &row : cases) {
    if (argc > 2 && std::string_view(row.kernel) != argv[2])
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
