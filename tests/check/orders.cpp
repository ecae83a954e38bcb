// Runs a program of random_orders: BLOCKS THREADS LENGTH < steps > what each of them has read
#include "order_kernels.h"

#include <kcc/runtime.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int argc, char **argv) {
  if (argc != 4)
    return std::fputs("orders BLOCKS THREADS LENGTH < steps > seen\n", stderr), 2;
  try {
    const auto blocks = static_cast<unsigned>(std::atoi(argv[1])),
               threads = static_cast<unsigned>(std::atoi(argv[2])),
               length = static_cast<unsigned>(std::atoi(argv[3]));
    std::vector<Step> program(std::size_t{blocks} * threads * length);
    if (std::fread(program.data(), sizeof(Step), program.size(), stdin) != program.size())
      return std::fputs("steps are missing\n", stderr), 2;
    kcc::Device device = kcc::Device::cpu();
    kcc::Stream stream(device);
    kcc::Buffer<Step> steps(device, program);
    const std::vector<unsigned> zeros(16);
    kcc::Buffer<unsigned> words(device, zeros), counters(device, zeros), seen(device, program.size());
    stream.launch(order_kernels::take_steps, {kcc::Blocks(blocks), kcc::Threads(threads)}, steps, length,
                  words, counters, seen);
    const std::vector<unsigned> result = seen.to_host(stream);
    return std::fwrite(result.data(), sizeof(unsigned), result.size(), stdout) == result.size() ? 0 : 2;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
