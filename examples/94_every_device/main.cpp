// Sorts the same keys on every device of the machine in turn, with the kernels of one source, and prints a
// table: GPUs through CUDA, GPUs through Vulkan, the processor.
#include "../92_bitonic_sort/sort.h"
#include "../common/program.h"

#include <algorithm>
#include <iomanip>
#include <random>

namespace {

/// Device::all() except HIP devices, for which these kernels have no code, and where there is no GPU with a
/// driver for Vulkan, its driver for the processor, if there is one: too slow to be used, but it shows that
/// the code runs.
std::vector<kcc::Device> every_device() {
  std::vector<kcc::Device> devices = kcc::Device::all();
  std::erase_if(devices, [](const kcc::Device &one) { return one.backend() == kcc::Backend::hip; });
  if (std::ranges::none_of(devices,
                           [](const kcc::Device &one) { return one.backend() == kcc::Backend::vulkan; }))
    try {
      devices.push_back(kcc::Device::vulkan());
    } catch (const kcc::Error &error) {
      std::cout << "no Vulkan: " << error.what() << "\n";
    }
  return devices;
}

/// The shortest time of three; the first of the four sorts also loads the kernels.
example::Milliseconds sort_on(const kcc::Device &device, const std::vector<std::uint32_t> &keys,
                              const std::vector<std::uint32_t> &sorted) {
  kcc::Stream stream(device);
  kcc::Buffer<std::uint32_t> buffer(device, keys.size());
  kcc::Event start(device), stop(device);
  example::Milliseconds best = example::Milliseconds::max();
  for (int repeat = 0; repeat != 4; ++repeat) {
    buffer.copy_from(stream, keys);
    stream.record(start);
    bitonic_sort(stream, buffer, bitonic::Order::ascending);
    stream.record(stop);
    stream.synchronize();
    if (repeat != 0)
      best = std::min(best, example::Milliseconds(kcc::Event::elapsed(start, stop)));
  }
  if (buffer.to_host(stream) != sorted)
    throw example::Mismatch("the keys are not sorted, or others than before");
  return best;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Sorts the same keys on every device of the machine in turn.");
  std::size_t count = std::size_t{1} << 20;
  app.add_option("--count", count, "How many keys of 32 bits (default: 2^20)");
  std::string only;
  app.add_option("--device", only, "cpu, cuda or vulkan: only devices of this backend (default: all)")
      ->check(CLI::IsMember({"cpu", "cuda", "vulkan"}));

  return example::run(app, argc, argv, [&] {
    std::vector<std::uint32_t> keys(count);
    std::mt19937 random(1);
    std::ranges::generate(keys, [&] { return static_cast<std::uint32_t>(random()); });
    std::vector<std::uint32_t> sorted = keys;
    std::ranges::sort(sorted);

    std::vector<kcc::Device> devices = every_device();
    if (!only.empty())
      std::erase_if(devices, [&](const kcc::Device &one) { return example::backend_name(one) != only; });
    if (devices.empty())
      throw example::Skip("there is no device of the backend " + only);
    std::size_t wrong = 0;
    std::cout << std::left << std::setw(34) << "device" << std::setw(9) << "backend" << std::setw(58)
              << "driver" << std::right << std::setw(16) << "million keys/s" << "\n";
    for (const kcc::Device &device : devices) {
      std::cout << std::left << std::setw(34) << device.name() << std::setw(9)
                << example::backend_name(device) << std::setw(58) << device.driver() << std::right
                << std::setw(16) << std::flush;
      try {
        const example::Milliseconds time = sort_on(device, keys, sorted);
        std::cout << std::fixed << std::setprecision(1) << static_cast<double>(count) / time.count() * 1e-3
                  << "  PASSED\n";
      } catch (const std::exception &error) {
        ++wrong;
        std::cout << "-" << "  FAILED: " << error.what() << "\n";
      }
    }
    if (wrong != 0)
      throw example::Mismatch(std::to_string(wrong) + " of " + std::to_string(devices.size()) + " devices");
  });
}
