// math.cpp as CUDA code, for nvcc.
#include <cuda/std/cstddef>
#include <cuda/std/span>

__global__ void math(cuda::std::span<float> y, cuda::std::span<const float> x) {
  for (cuda::std::size_t i = blockIdx.x * cuda::std::size_t(blockDim.x) + threadIdx.x; i < y.size();
       i += gridDim.x * cuda::std::size_t(blockDim.x))
    y[i] = sinf(x[i]) + powf(x[i], 1.7f);
}
