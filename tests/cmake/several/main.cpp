#include "gpu-only.h"
#include "shape.h"
#include "shapes.h"

#include <kcc/algorithm.h>
#include <kcc/blas.h>
#include <kcc/runtime.h>

#include <iostream>
#include <vector>

int main() {
  kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream(device);

  kcc::Buffer<int> numbers(device, std::vector{1, 2, 3});
  stream.launch(shapes::geometry::scale<int>, kcc::cover(3, 32), numbers);
  stream.launch(shapes::negate, kcc::cover(3, 32), numbers);
  for (int number : numbers.to_host(stream))
    std::cout << number << " ";

  kcc::Buffer<geometry::Shape> all(device, std::vector<geometry::Shape>{{7, {1, 2}, 4}});
  stream.launch(shapes::move, kcc::cover(1, 32), all, geometry::Point{10, 20});
  geometry::Shape moved = all.to_host(stream).front();
  std::cout << "| " << int{moved.kind} << " " << moved.corner.x << " " << moved.corner.y << " " << moved.edges
            << "\n";

  try {
    stream.launch(gpu_only::geometry::scale<int>, kcc::cover(3, 32), numbers);
    std::cout << "a kernel without code for the CPU ran there\n";
  } catch (const kcc::Error &error) {
    std::cout << "refused\n";
  }
  std::cout << "together " << kcc::reduce(stream, numbers) << "\n";

  kcc::Buffer<float> sides(device, std::vector{3.0f, 4.0f});
  std::cout << "diagonal " << kcc::blas::nrm2(stream, sides) << "\n";
}
