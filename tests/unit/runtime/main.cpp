// All tests of this program use the fake driver as the CUDA driver.
#include <cstdlib>
#include <gtest/gtest.h>

int main(int argc, char **argv) {
  setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
  unsetenv("KCC_DEVICE");
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
