#include "scenarios.h"

#include "../test_image.h"

#include <array>
#include <vector>

void scenarios::graphs(const kcc::Device &gpu) {
  kcc::Stream stream(gpu), other(gpu);
  kcc::Event begin(gpu), end(gpu);
  const kcc::Module module = kcc::Module::load(gpu, test_image::image);
  const std::vector<float> numbers{1, 2, 3, 4};
  kcc::Buffer<float> a(gpu, 4), sum(gpu, 4);
  const auto work_on_device = [&](kcc::Stream &s) {
    s.launch(module.kernel("test_image::add"), kcc::cover(4, 4), sum, a, a);
  };
  const auto work = [&](kcc::Stream &s) {
    a.copy_from(s, numbers);
    work_on_device(s);
    s.write(module.global(test_image::scale), 2.0);
    (void)s.scratch(100);
    s.run_on_host([] {});
  };
  const kcc::Graph captured = kcc::Graph::capture(stream, [&](kcc::Stream &s) {
    work(s);
    s.record(begin);
    other.wait(begin);
    sum.fill_bytes(other, std::byte{});
    other.record(end);
    s.wait(end);
  });
  kcc::Graph graph(gpu);
  const kcc::GraphNode first = graph.add(work);
  const kcc::GraphNode second = graph.add({first}, captured);
  graph.add({first, second}, [](kcc::Stream &) {});
  kcc::Buffer<std::uint32_t> condition(gpu, 1);
  graph.add_if({first}, condition, work_on_device,
               [&](kcc::Graph &body) { body.add_while({}, condition, work_on_device); });
  graph.add_switch({}, condition, {work_on_device, work_on_device});
  (void)graph.size();
  (void)graph.dot();
  kcc::GraphExec exec = graph.instantiate();
  stream.launch(exec);
  stream.launch(exec);
  (void)exec.update(graph);
  (void)exec.update(first, work);
  stream.launch(exec);
  stream.synchronize();
}
