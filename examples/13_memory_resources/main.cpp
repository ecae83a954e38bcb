// Page-locked memory below the containers of std::pmr.
#include "../common/example.h"

#include <memory_resource>
#include <string>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);

  kcc::MemoryResource pinned(device, kcc::MemoryResource::Kind::pinned);
  std::pmr::monotonic_buffer_resource pool(1 << 16, &pinned); // page-locking is slow: do it rarely
  std::pmr::vector<float> values(1000, 1.5f, &pool);
  kcc::Buffer<float> buffer(device, values.size());
  kcc::copy(stream, buffer, values); // asynchronous, as `values` is page-locked
  stream.synchronize();
  example::expect(buffer.to_host(stream) == std::vector<float>(1000, 1.5f), "a std::pmr::vector was copied");

  kcc::MemoryResource on_device(device, kcc::MemoryResource::Kind::device);
  void *memory = on_device.allocate(4096, 256);
  kcc::BufferView<float> view(device, static_cast<float *>(memory), 1024);
  kcc::fill(stream, view, 2.0f);
  std::vector<float> host(view.size());
  kcc::copy(stream, host, view);
  on_device.deallocate(memory, 4096, 256);
  example::expect(host == std::vector<float>(1024, 2.0f),
                  "a resource of device memory, for allocators of your own");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
