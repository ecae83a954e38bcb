// Lists the devices of the machine, and what is known about one of them.
#include "../common/example.h"

namespace {

void describe(const kcc::Device &device) {
  std::cout << device.name() << " (" << device.arch() << "), " << device.driver() << "\n";
  if (device.backend() == kcc::Backend::cuda)
    std::cout << "  " << device.uuid() << " at " << device.pci_address() << "\n";
  const kcc::DeviceMemoryInfo memory = device.memory();
  std::cout << "  " << (memory.free >> 20) << " of " << (memory.total >> 20) << " MiB are free\n";
}

void run(const kcc::Device &device) {
  for (const kcc::Device &each : kcc::Device::all())
    describe(each);
  for (const kcc::Error &reason : kcc::Device::unavailable())
    std::cout << "no GPU: " << reason.what() << "\n";

  for (const auto &[attribute, value] : device.attributes())
    std::cout << "  " << kcc::attribute_name(attribute) << " = " << value << "\n";

  const kcc::DeviceLimits limits = device.limits();
  example::expect(device.attribute(kcc::DeviceAttribute::warp_size) == 32, "a warp has 32 threads");
  example::expect(limits.max_threads_per_block == 1024, "a block has up to 1024 threads");
  example::expect(device.memory().total == device.total_memory(), "the device knows its memory");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
