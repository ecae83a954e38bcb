// Page-locked memory of the host, from and to which copies are asynchronous.
#include "../common/example.h"

#include "example_pinned_memory_kernels.h"

#include <algorithm>
#include <vector>

namespace {

bool all_are(const auto &values, float value) {
  return std::ranges::all_of(values, [=](float v) { return v == value; });
}

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> buffer(device, 1 << 20);

  kcc::PinnedBuffer<float> in(device, 1 << 20);
  std::ranges::fill(in, 1.0f);
  kcc::copy(stream, buffer, in); // returns at once: leave `in` alone until
  stream.synchronize();          // the stream has been synchronized
  std::ranges::fill(in, 0.0f);
  kcc::copy(stream, in, buffer);
  stream.synchronize();
  example::expect(all_are(in, 1), "page-locked memory went to the device and back");

  stream.launch(kernels::scale, kcc::cover(in.size(), 256), in, 2.0f); // through the bus
  stream.synchronize();
  example::expect(all_are(in, 2), "a kernel used the host's memory");

  std::vector<float, kcc::pinned_allocator<float>> numbers(1000, device);
  kcc::copy(stream, numbers, buffer.view().first(1000));
  stream.synchronize();
  example::expect(all_are(numbers, 1), "a vector can be page-locked, too");

  std::vector<float> old(1 << 20);
  kcc::RegisteredMemory registered(device, old); // `old` behaves like a PinnedBuffer now
  kcc::copy(stream, old, buffer);
  stream.synchronize();
  example::expect(all_are(old, 1), "so can memory that the program had already");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
