// All tests of this program use the fake driver as the CUDA driver, and the fake tool for ranges.
#include <cstdlib>
#include <gtest/gtest.h>

int main(int argc, char **argv) {
  setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  setenv("NVTX_INJECTION64_PATH", KCC_FAKE_NVTX_LIBRARY, 1);
  unsetenv("KCC_DEVICE");
  unsetenv("KCC_TRACE");
  for (const char *variable :
       {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "OCL_ICD_VENDORS"}) // no GPU is found otherwise
    setenv(variable, "/nowhere", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
