// All tests of this program use the fake HIP. There is no other GPU, unless the program has a fake CUDA
// driver.
#include <cstdlib>
#include <gtest/gtest.h>

#ifndef KCC_FAKE_CUDA_LIBRARY
#define KCC_FAKE_CUDA_LIBRARY "/nowhere/libcuda.so.1"
#endif

int main(int argc, char **argv) {
  setenv("KCC_HIP_LIBRARY", KCC_FAKE_HIP_LIBRARY, 1);
  setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  unsetenv("KCC_DEVICE");
  for (const char *variable : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) // Vulkan finds no GPU
    setenv(variable, "/nowhere", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
