// Temporary buffers that are allocated and freed in the order of a stream, from a pool.
#include "../common/example.h"

#include "example_memory_pools_kernels.h"

#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  std::vector<kcc::Buffer<float>> frames;
  for (int i = 0; i < 10; ++i)
    frames.emplace_back(device, std::vector<float>(10'000, 3.0f));
  kcc::Buffer<float> result(device, std::vector<float>(10'000, 0.0f));

  for (const auto &frame : frames) {
    kcc::Buffer<float> temporary(stream, frame.size());
    stream.launch(kernels::blur, kcc::cover(frame.size(), 256), temporary, frame);
    stream.launch(kernels::add, kcc::cover(frame.size(), 256), result, temporary);
  } // freed behind the second kernel, without waiting
  example::expect(result.to_host(stream) == std::vector<float>(10'000, 30.0f),
                  "ten frames went through one buffer");

  kcc::MemoryPool::default_of(device).set_release_threshold(std::size_t{1} << 30);
  kcc::MemoryPool pool(device, {.release_threshold = std::size_t{1} << 30});
  {
    kcc::Buffer<float> temporary(stream, pool, 1 << 20);
    kcc::fill(stream, temporary, 1.0f);
    example::expect(pool.statistics().used >= temporary.bytes(), "a pool of its own");
  }
  stream.synchronize();
  const kcc::PoolStatistics now = pool.statistics(); // used, used_high, reserved, reserved_high
  example::expect(now.used == 0 && now.reserved > 0, "keeps what is free for the next buffer");
  pool.trim();
  example::expect(pool.statistics().reserved == 0, "until it is trimmed");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
