// Sums of four tiles, halved, in a graph; then a matrix in small formats. With an argument, one kernel reads
// an element behind a buffer, for tools that find such errors.
#include "debugging_kernels.h"

#include <kcc/runtime.h>

#include <cstdio>
#include <numeric>
#include <span>
#include <vector>

int main(int argument_count, char **) {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);
  std::vector<float> numbers(32);
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  const kcc::Buffer<float> in(device, numbers);
  kcc::Buffer<float> sums(device, 4);
  stream.launch(kernels::tile_sums, {kcc::Blocks(4), kcc::Threads(8)}, in, sums);
  const kcc::Graph graph = kcc::Graph::capture(stream, [&](kcc::Stream &captured) {
    captured.launch(kernels::scale, {kcc::Blocks(2), kcc::Threads(2)}, sums, 0.5f);
  });
  kcc::GraphExec halve = graph.instantiate();
  stream.launch(halve);
  stream.synchronize();
  for (const float sum : sums.to_host())
    std::printf("%g ", sum);

  kcc::PitchedBuffer<float, 2> matrix(device, {2, 3});
  copy(stream, matrix, std::span<const float>(numbers).first(6));
  kcc::Buffer<kcc::bfloat16> brain(device, 6);
  kcc::Buffer<kcc::float8_e4m3> tiny(device, 6);
  stream.launch(kernels::narrow, {kcc::Blocks(1), kcc::Threads(3, 2)}, matrix, brain, tiny);
  stream.synchronize();
  std::printf("%g\n", static_cast<float>(tiny.to_host()[5]));
  if (argument_count > 1) {
    stream.launch(kernels::tile_sums, {kcc::Blocks(4), kcc::Threads(8)}, std::span(in.data(), 33).last(32),
                  sums);
    stream.synchronize();
  }
}
