// Two streams, ordered by an event; the time that a kernel takes; a function on the host between kernels.
#include "../common/example.h"

#include "example_streams_kernels.h"

#include <chrono>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Buffer<float> values(device, 1 << 20);

  kcc::Stream stream(device), other(device);
  kcc::Event ready(device);
  stream.launch(kernels::fill, kcc::cover(values.size(), 256), values, 1.0f);
  stream.record(ready);
  other.wait(ready); // the device waits, the host does not
  other.launch(kernels::scale, kcc::cover(values.size(), 256), values, 2.0f);
  other.synchronize(); // the host waits
  example::expect(values.to_host(other) == std::vector<float>(values.size(), 2.0f),
                  "the second stream worked behind the first");

  kcc::Stream urgent(device, {.priority = device.stream_priorities().greatest});
  kcc::Event done(device, {.timing = false, .blocking_wait = true});
  urgent.launch(kernels::scale, kcc::cover(values.size(), 256), values, 1.0f);
  urgent.record(done);
  done.synchronize();
  example::expect(urgent.options().priority <= stream.options().priority, "lower numbers run first");

  const auto shape = kcc::cover(values.size(), 256);
  kcc::Event begin(device), end(device);
  stream.record(begin);
  stream.launch(kernels::scale, shape, values, 2.0f);
  stream.record(end);
  std::chrono::duration<double, std::milli> time = kcc::Event::elapsed(begin, end); // waits for both
  std::cout << "a kernel took " << time.count() << " ms\n";
  example::expect(time.count() > 0 && end.is_done(), "the device measured a time");

  int steps = 0;
  stream.launch(kernels::scale, shape, values, 0.5f);
  stream.run_on_host([&] { ++steps; });
  stream.synchronize();
  example::expect(steps == 1 && stream.is_done(), "the host's function ran in the stream's order");

  stream.run_on_host([] { throw std::runtime_error("no more paper"); });
  std::string failure;
  try {
    stream.synchronize();
  } catch (const std::runtime_error &error) {
    failure = error.what();
  }
  example::expect(failure == "no more paper", "what it throws arrives at the next wait");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
