// tests/compile/ptx/std_heavy.cpp in CUDA dress, for nvcc: with cuda::std where it has the same, by hand where it has not (sort,
// filter, transform).
#include <cuda/std/array>
#include <cuda/std/cstddef>
#include <cuda/std/functional>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace {

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
struct Square final : Shape {
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
  float side;
};
struct Disc final : Shape {
  __device__ explicit Disc(float radius) : radius(radius) {}
  __device__ float area() const override { return 3.14159265f * radius * radius; }
  float radius;
};

__device__ float total_area(cuda::std::span<const Shape *const> shapes) {
  float total = 0;
  for (const Shape *shape : shapes)
    total += shape->area();
  return total;
}

template <class Less> __device__ void sort(cuda::std::span<int, 16> values, Less less) {
  for (cuda::std::size_t i = 1; i < values.size(); ++i)
    for (cuda::std::size_t k = i; k > 0 && less(values[k], values[k - 1]); --k)
      cuda::std::swap(values[k], values[k - 1]);
}

__device__ cuda::std::optional<int> first_above(cuda::std::span<const int> values, int limit) {
  for (int value : values)
    if (value > limit)
      return value;
  return cuda::std::nullopt;
}

__device__ unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

using Number = cuda::std::variant<int, float, cuda::std::array<short, 4>>;

struct Sum {
  __device__ float operator()(int value) const { return static_cast<float>(value); }
  __device__ float operator()(float value) const { return value; }
  __device__ float operator()(const cuda::std::array<short, 4> &values) const {
    return static_cast<float>(cuda::std::accumulate(values.begin(), values.end(), 0));
  }
};

} // namespace

extern "C" __global__ void std_heavy(cuda::std::span<int> values, cuda::std::span<float> results, int limit) {
  for (cuda::std::size_t i = blockIdx.x * cuda::std::size_t(blockDim.x) + threadIdx.x; i < values.size() / 16;
       i += gridDim.x * cuda::std::size_t(blockDim.x)) {
    cuda::std::span<int, 16> part = values.subspan(i * 16).first<16>();
    sort(part, cuda::std::greater<>());

    float result = 0;
    for (int value : part)
      if (value % 2 != 0)
        result += static_cast<float>(value * value);
    result += static_cast<float>(first_above(part, limit).value_or(-1));

    Number number = part[0];
    if (part[1] > limit)
      number = static_cast<float>(part[1]);
    else if (part[2] > limit)
      number = cuda::std::array<short, 4>{1, 2, 3, static_cast<short>(part[2])};
    result += cuda::std::visit(Sum(), number);

    Square square(result);
    Disc disc(2);
    const Shape *shapes[] = {&square, &disc, part[0] % 2 == 0 ? static_cast<Shape *>(&square) : &disc};
    result += total_area(shapes);
    result += static_cast<float>(ackermann(2, static_cast<unsigned>(part[0]) % 3));

    results[i] = result;
  }
}
