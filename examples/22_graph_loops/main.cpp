// A loop that runs on the device until its kernels are content, and the host waits only once.
#include "../common/example.h"

#include "example_graph_loops_kernels.h"

#include <cmath>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  std::vector<double> numbers(1000);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = 1.0 + static_cast<double>(i * i);
  kcc::Buffer<double> squares(device, numbers), roots(device, numbers);
  kcc::Buffer<std::uint32_t> rounds(device, std::vector<std::uint32_t>{0});

  kcc::Buffer<std::uint32_t> again(device, std::vector<std::uint32_t>{1});
  const auto shape = kcc::cover(roots.size(), 256);
  kcc::Graph graph(device);
  const auto loop = graph.add_while({}, again, [&](kcc::Graph &body) {
    const auto reset = body.add([&](kcc::Stream &s) { kcc::fill(s, again, 0u); });
    body.add({reset}, [&](kcc::Stream &s) { s.launch(kernels::improve, shape, roots, squares, again); });
    body.add([&](kcc::Stream &s) { s.launch(kernels::count, {}, rounds); });
  });
  graph.add_if({loop}, rounds, [&](kcc::Stream &s) { kcc::fill(s, again, 1u); }); // for the next launch
  kcc::GraphExec exec = graph.instantiate();
  stream.launch(exec);

  const std::vector<double> result = roots.to_host(stream);
  bool exact = true;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    exact = exact && std::abs(result[i] - std::sqrt(numbers[i])) <= 1e-12 * result[i];
  std::cout << rounds.to_host(stream)[0] << " rounds\n";
  example::expect(exact, "the loop went on until all roots were exact");
  example::expect(again.to_host(stream)[0] == 1, "a number in device memory chose what came next");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
