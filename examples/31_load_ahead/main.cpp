// Loading kernels before their first launch, and keeping compiled PTX on disk.
#include "../common/example.h"

#include "example_load_ahead_kernels.h"

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double microseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count();
}

void run(const kcc::Device &device) {
  const auto folder = std::filesystem::temp_directory_path() / ("kcc-example-" + std::to_string(getpid()));
  kcc::set_jit_cache({.enabled = true, .folder = folder, .limit = 64 << 20});
  const kcc::JitCache settings = kcc::jit_cache();
  example::expect(settings.enabled && settings.folder == folder, "compiled PTX is kept in a folder");

  auto start = Clock::now();
  kcc::load(device, kernels::add, kernels::scale); // these kernels
  kcc::load(device, *kernels::add.image);          // all kernels of their source
  std::cout << "loading took " << microseconds_since(start) << " us\n";

  kcc::Stream stream(device);
  kcc::Buffer<float> values(device, std::vector<float>(1000, 1.0f));
  start = Clock::now();
  stream.launch(kernels::scale, kcc::cover(values.size(), 256), values, 2.0f);
  std::cout << "the first launch took " << microseconds_since(start) << " us\n";
  example::expect(values.to_host(stream) == std::vector<float>(1000, 2.0f), "the kernel was ready");

  if (device.backend() == kcc::Backend::cuda)
    example::expect(!std::filesystem::is_empty(folder), "the folder has a cubin for the next run");
  std::filesystem::remove_all(folder);
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
