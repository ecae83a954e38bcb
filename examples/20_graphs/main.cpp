// Work that is described once, as a graph, and launched as a whole many times.
#include "../common/example.h"

#include "example_graphs_kernels.h"

#include <vector>

namespace {

void capture_and_repeat(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> values(device, 1000);
  std::vector<float> host(1000, 1.0f);

  const kcc::Graph graph = kcc::Graph::capture(stream, [&](kcc::Stream &s) {
    values.copy_from(s, host);
    s.launch(kernels::scale, kcc::cover(values.size(), 256), values, 2.0f);
    values.copy_to(s, host);
  });
  kcc::GraphExec exec = graph.instantiate();
  for (int i = 0; i < 100; ++i)
    stream.launch(exec);
  stream.synchronize();
  float power = 1;
  for (int i = 0; i < 100; ++i)
    power *= 2;
  example::expect(host == std::vector<float>(1000, power),
                  "a hundred launches doubled the host's values each time");
}

void add_nodes_and_update(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> a(device, 1000), b(device, 1000), sum(device, 1000);
  const auto shape = kcc::cover(sum.size(), 256);
  kcc::Graph other_graph(device);
  other_graph.add([&](kcc::Stream &s) { s.launch(kernels::scale, shape, a, 10.0f); });

  kcc::Graph graph(device);
  const auto left = graph.add([&](kcc::Stream &s) { s.launch(kernels::fill, shape, a, 1.0f); });
  const auto right = graph.add([&](kcc::Stream &s) { s.launch(kernels::fill, shape, b, 2.0f); });
  const kcc::GraphNode scaled = graph.add({left}, other_graph); // a copy of another graph as one node
  graph.add({scaled, right}, [&](kcc::Stream &s) { s.launch(kernels::add, shape, sum, a, b); });
  std::cout << graph.dot(); // a picture, for `dot -Tsvg`

  kcc::GraphExec exec = graph.instantiate();
  stream.launch(exec);
  example::expect(sum.to_host(stream) == std::vector<float>(1000, 12.0f),
                  "nodes ran in the order of the edges");

  const bool updated = exec.update(right, [&](kcc::Stream &s) { s.launch(kernels::fill, shape, b, 5.0f); });
  stream.launch(exec);
  example::expect(updated && sum.to_host(stream) == std::vector<float>(1000, 15.0f),
                  "one node has new arguments");
}

void run(const kcc::Device &device) {
  capture_and_repeat(device);
  add_nodes_and_update(device);
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
