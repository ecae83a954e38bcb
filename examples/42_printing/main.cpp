// What kernels print, and which thread printed it.
#include "../common/example.h"

#include "example_printing_kernels.h"

#include <algorithm>
#include <vector>

namespace {

void run(const kcc::Device &device) {
  kcc::Stream stream(device);
  kcc::Buffer<float> values(device, std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
  stream.launch(kernels::halve, kcc::cover(values.size(), 4), values);
  stream.synchronize(); // the host prints what has arrived when it waits

  std::vector<std::string> lines;
  device.on_output([&](const kcc::Output &output) {
    lines.push_back("block " + std::to_string(output.block.x) + ", thread " +
                    std::to_string(output.thread.x) + ": " + std::string(output.text));
  });
  stream.launch(kernels::halve, kcc::cover(values.size(), 4), values);
  stream.synchronize();
  device.on_output({});     // back to standard output
  std::ranges::sort(lines); // blocks print in any order

  for (const std::string &line : lines)
    std::cout << line;
  example::expect(lines == std::vector<std::string>{"block 0, thread 0: values[0] = 0.50\n",
                                                    "block 1, thread 0: values[4] = 2.50\n"},
                  "a handler got the text and its origin");
}

} // namespace

int main(int argc, char **argv) {
  return example::run(argc, argv, run);
}
