// A buffer that grows while kernels use it: what it has stays in its place.
#include "../common/example.h"

#include "example_growable_buffers_kernels.h"

#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);

  kcc::GrowableBuffer<float> samples(device, 100'000'000); // reserves addresses, which cost no memory
  samples.resize(1000);
  kcc::fill(stream, samples, 1.0f);
  const kcc::Graph graph = kcc::Graph::capture(stream, [&](kcc::Stream &captured) {
    captured.launch(kernels::twice, kcc::cover(samples.size(), 256), samples);
  });
  kcc::GraphExec twice = graph.instantiate();

  samples.resize(2'000'000); // in place, while the fill may still run
  kcc::fill(stream, samples.view().last(samples.size() - 1000), 1.0f); // the new elements
  stream.launch(twice);                                                // the first 1000, where they were

  const std::vector<float> host = samples.to_host(stream);
  example::expect(host[999] == 2.0f && host[1000] == 1.0f, "the graph still finds its elements");
  example::expect(samples.capacity() >= 2'000'000, "there is memory for all elements");

  samples.resize(1000);    // keeps the memory
  samples.shrink_to_fit(); // waits, and returns whole pieces of it
  example::expect(samples.size() == 1000 && samples.max_size() == 100'000'000, "it can grow again");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
