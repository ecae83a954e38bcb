// Memory and semaphores of another library, such as Vulkan, which exports them as file descriptors.
#include "../common/example.h"

#include "other_library.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace {

/// What a program does for each picture that the other library draws: `memory` and `semaphore` are the
/// library's, `frame` counts.
void compute(kcc::Stream &stream, const kcc::ExternalMemory &memory, kcc::ExternalSemaphore &semaphore,
             std::uint64_t frame) {
  semaphore.wait(stream, 2 * frame); // until the library has drawn
  kcc::fill(stream, memory.view(), std::byte{1});
  semaphore.signal(stream, 2 * frame + 1); // the library may use the memory
}

void run(const kcc::Device &device) {
  kcc::Stream stream(device);

  kcc::FileDescriptor fd(other_library::export_memory(device)); // vkGetMemoryFdKHR, for example
  const kcc::ExternalMemory memory(device, std::move(fd), other_library::memory_bytes);
  const kcc::BufferView<float> numbers = memory.view().part(4096, 4000).as<float>(); // a buffer inside
  kcc::fill(stream, numbers, 1.5f);
  std::vector<float> host(numbers.size());
  kcc::copy(stream, host, numbers);
  example::expect(host == std::vector<float>(1000, 1.5f), "memory of another library is a buffer");

  if (device.backend() == kcc::Backend::cpu) // streams of the CPU device cannot wait for a GPU's semaphore
    try {
      kcc::FileDescriptor no_semaphore(other_library::export_memory(device));
      kcc::ExternalSemaphore semaphore(device, std::move(no_semaphore), kcc::ExternalSemaphoreKind::timeline);
      compute(stream, memory, semaphore, 0);
    } catch (const kcc::Error &error) {
      example::expect(error.category() == kcc::ErrorCategory::not_supported, error.what());
    }
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
