// Lists the devices of the machine, what is free of their memory, and which GPUs reach each other's.
#include <kcc/runtime.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <vector>

namespace {

void describe(const kcc::Device &device, bool all_attributes) {
  std::printf("%s (%s), %s\n", device.name().c_str(), device.arch().c_str(), device.driver().c_str());
  if (device.backend() == kcc::Backend::cuda)
    std::printf("  %s at %s\n", device.uuid().c_str(), device.pci_address().c_str());
  const kcc::DeviceMemoryInfo memory = device.memory();
  std::printf("  %zu of %zu MiB are free\n", memory.free >> 20, memory.total >> 20);
  std::printf("  %u multiprocessors, %zu KiB of shared memory for a block\n", device.limits().multiprocessors,
              device.limits().max_shared_bytes_per_block >> 10);
  if (!all_attributes)
    return;
  for (const auto &[attribute, value] : device.attributes())
    std::printf("  %s = %d\n", kcc::attribute_name(attribute).data(), value);
}

} // namespace

int main(int argc, char **argv) try {
  CLI::App app("Lists the devices of the machine.");
  bool all_attributes = false;
  app.add_flag("--attributes", all_attributes, "Lists every attribute, too");
  CLI11_PARSE(app, argc, argv);

  const std::vector<kcc::Device> devices = kcc::Device::all();
  for (const kcc::Device &device : devices)
    describe(device, all_attributes);
  for (const kcc::Device &device : devices)
    for (const kcc::Device &peer : devices)
      if (!(device == peer) && device.can_access_peer(peer))
        std::printf("device %d can access the memory of device %d\n", device.ordinal(), peer.ordinal());
  for (const kcc::Error &reason : kcc::Device::unavailable())
    std::printf("no GPU: %s\n", reason.what());
} catch (const kcc::Error &error) {
  std::fprintf(stderr, "error: %s\n", error.what());
  return 1;
}
