// A machine without an NVIDIA driver.
#include "expect_error.h"
#include "test_image.h"

#include <cstdlib>

namespace {

using kcc::Device;

TEST(NoDriver, CudaSaysWhy) {
  EXPECT_ERROR(Device::cuda(), "/nowhere/libcuda.so.1", "cannot be opened", "The program names this file",
               "kcc::Device::cpu()");
  EXPECT_ERROR(Device::cuda(3), "/nowhere/libcuda.so.1", "cannot be opened");
}

TEST(NoDriver, HipSaysWhy) {
  EXPECT_ERROR(Device::hip(), "loading HIP (`/nowhere/libamdhip64.so`)", "cannot be opened",
               "The program names this file; correct that, or leave it out for the "
               "system's HIP library. Without a GPU use kcc::Device::cpu()");
}

TEST(NoDriver, PickTakesTheCpu) {
  unsetenv("KCC_DEVICE");
  EXPECT_EQ(Device::pick(), Device::cpu());
  EXPECT_EQ(Device::all(), std::vector{Device::cpu()});
  ASSERT_EQ(Device::unavailable().size(), 1u);
  EXPECT_THAT(Device::unavailable()[0].what(), testing::HasSubstr("/nowhere/libcuda.so.1"));
}

TEST(NoDriver, TheVariableIsObeyedOrRefused) {
  setenv("KCC_DEVICE", "cpu", 1);
  EXPECT_EQ(Device::pick(), Device::cpu());
  for (const char *value : {"cuda", "cuda:0"}) {
    setenv("KCC_DEVICE", value, 1);
    EXPECT_ERROR(Device::pick(), "/nowhere/libcuda.so.1");
  }
  for (const char *value : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:0x", "CUDA", "cpu:0x"}) {
    setenv("KCC_DEVICE", value, 1);
    EXPECT_ERROR(Device::pick(), "KCC_DEVICE", value, "cpu, cuda, cuda:1, hip, vulkan or opencl");
  }
  unsetenv("KCC_DEVICE");
}

TEST(NoDriver, PtxFilesSayWhyTheyCannotBeLoaded) {
  EXPECT_ERROR(kcc::Module::load_ptx(Device::pick(), ".version 7.0"), "a PTX file needs a CUDA device",
               "/nowhere/libcuda.so.1", "add_gpu_kernel()");
  // A reason's own hint would recommend the CPU device, which is what cannot load PTX.
  const auto error = error_of([] { kcc::Module::load_ptx(Device::pick(), ".version 7.0"); });
  EXPECT_THAT(error->what(), testing::Not(testing::HasSubstr("KCC_DEVICE=cpu")));
  EXPECT_THAT(error->what(), testing::Not(testing::HasSubstr("..")));
}

TEST(NoDriver, KernelsRunOnTheCpu) {
  kcc::Stream stream{Device::pick()};
  const std::vector<float> numbers{1, 2, 3};
  kcc::Buffer<float> sum(stream.device(), numbers.size());
  kcc::Buffer a(stream.device(), numbers);
  stream.launch(test_image::add, kcc::cover(sum.size(), 2), sum, a, a);
  EXPECT_EQ(sum.to_host(stream), (std::vector<float>{2, 4, 6}));
}

} // namespace

int main(int argc, char **argv) {
  kcc::use_cuda_driver_library("/nowhere/libcuda.so.1"); // overrides the variable
  kcc::use_hip_library("/nowhere/libamdhip64.so");
  setenv("KCC_CUDA_DRIVER_LIBRARY", "/neither/libcuda.so.1", 1);
  for (const char *variable :
       {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "OCL_ICD_VENDORS"}) // nor is a GPU found otherwise
    setenv(variable, "/nowhere", 1);
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
