// kernels/add.cpp as CUDA code, for nvcc.
#include <cuda/std/cstddef>
#include <cuda/std/span>

__global__ void add(cuda::std::span<float> sum, cuda::std::span<const float> a, cuda::std::span<const float> b) {
  for (cuda::std::size_t i = blockIdx.x * cuda::std::size_t(blockDim.x) + threadIdx.x; i < sum.size();
       i += gridDim.x * cuda::std::size_t(blockDim.x))
    sum[i] = a[i] + b[i];
}
