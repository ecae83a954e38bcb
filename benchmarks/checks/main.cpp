// Prints the processor time of each kernel of a module file, in milliseconds: `kcc_checks_benchmark FILE.so`.
// The script run calls it for each set of checks.
#include <kcc/runtime.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
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

int main(int, char **argv) {
  const kcc::Device device = kcc::Device::cpu();
  const kcc::Module module = kcc::Module::load_file(device, argv[1]);
  kcc::Stream stream(device);
  const std::vector<float> numbers(std::size_t{1} << 22, 1.0F);
  kcc::Buffer<float> a(device, numbers), b(device, numbers), out(device, numbers);
  const Case cases[] = {{"triad", {kcc::Blocks(256), kcc::Threads(256)}, 0},
                        {"matrix_product", {kcc::Blocks(16, 16), kcc::Threads(16, 16)}, 256},
                        {"sum_of_blocks", {kcc::Blocks(2048), kcc::Threads(256)}, 0}};
  for (const Case &row : cases) {
    double least = 1e9;
    for (int round = 0; round < 6; ++round) { // the first also makes what the checks keep
      const double begin = processor_milliseconds();
      stream.launch(module.kernel(row.kernel), row.config, out, a, b, row.size);
      stream.synchronize();
      least = std::min(least, processor_milliseconds() - begin);
    }
    std::printf("%s %.3f\n", row.kernel, least);
  }
}
