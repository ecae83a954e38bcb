// tests/compile/ptx/std_heavy.cpp as CUDA code, for nvcc: with cuda::std where it has an equivalent, otherwise by hand
// (sort, filter).
#include <cuda/std/array>
#include <cuda/std/cstddef>
#include <cuda/std/functional>
#include <cuda/std/span>
#include <cuda/std/utility>
#include <cuda/std/variant>

namespace {

template <class Less> __device__ void sort(cuda::std::span<int, 16> values, Less less) {
  for (cuda::std::size_t i = 1; i < values.size(); ++i)
    for (cuda::std::size_t k = i; k > 0 && less(values[k], values[k - 1]); --k)
      cuda::std::swap(values[k], values[k - 1]);
}

using Number = cuda::std::variant<int, float>;

struct Sum {
  __device__ float operator()(int value) const { return static_cast<float>(value); }
  __device__ float operator()(float value) const { return value; }
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
        result += static_cast<float>(value);

    Number number = part[0];
    if (part[1] > limit)
      number = static_cast<float>(part[1]);
    result += cuda::std::visit(Sum(), number);

    results[i] = result;
  }
}
