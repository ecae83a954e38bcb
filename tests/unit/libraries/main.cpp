// All tests of this program use the fake driver and the fake libraries.
#include <cstdlib>
#include <gtest/gtest.h>

int main(int argc, char **argv) {
  setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  setenv("KCC_CUBLAS_LIBRARY", KCC_FAKE_CUBLAS_LIBRARY, 1);
  setenv("KCC_CUDNN_LIBRARY", KCC_FAKE_CUDNN_LIBRARY, 1);
  setenv("KCC_CUFFT_LIBRARY", KCC_FAKE_CUFFT_LIBRARY, 1);
  setenv("KCC_CURAND_LIBRARY", KCC_FAKE_CURAND_LIBRARY, 1);
  setenv("KCC_NCCL_LIBRARY", KCC_FAKE_NCCL_LIBRARY, 1);
  unsetenv("KCC_DEVICE");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
