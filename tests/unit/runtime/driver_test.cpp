#include "cuda/driver.h"
#include "expect_error.h"
#include "fake_cuda.h"

#include <kcc/runtime/device.h>

namespace {

using namespace kcc::cuda;
using testing::HasSubstr;

/// The error of a driver that cannot be loaded.
kcc::Error problem(const char *library) {
  return std::get<kcc::Error>(load_driver(library));
}

TEST(LoadDriver, SaysWhenTheLibraryIsMissing) {
  const kcc::Error error = problem("/nowhere/libcuda.so.1");
  EXPECT_THAT(error.what(), HasSubstr("/nowhere/libcuda.so.1"));
  EXPECT_THAT(error.what(), HasSubstr("cannot be opened"));
  EXPECT_THAT(error.hint(), HasSubstr("Install the NVIDIA driver"));
  EXPECT_EQ(error.code(), 0);
}

TEST(LoadDriver, SaysWhatAnOldDriverLacks) {
  const kcc::Error error = problem(KCC_OLD_CUDA_LIBRARY);
  EXPECT_THAT(error.what(), HasSubstr("too old: it lacks cuGetErrorString, "));
  EXPECT_THAT(error.what(), HasSubstr("cuMemAlloc_v2"));
  EXPECT_THAT(error.what(), HasSubstr("cuLaunchKernel"));
}

TEST(LoadDriver, SaysWhyTheDriverDoesNotStart) {
  fake_cuda::state().next_result["cuInit"] = 803;
  const kcc::Error error = problem(KCC_FAKE_CUDA_LIBRARY);
  EXPECT_EQ(error.code(), 803);
  EXPECT_EQ(error.code_name(), "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH");
  EXPECT_THAT(error.what(),
              HasSubstr("CUDA_ERROR_SYSTEM_DRIVER_MISMATCH (803): the fake driver's text (cuInit)"));
  EXPECT_THAT(error.hint(), HasSubstr("reboot"));
}

TEST(LoadDriver, NamesErrorsItHasNoRowFor) {
  fake_cuda::state().next_result["cuInit"] = 4711;
  EXPECT_THAT(problem(KCC_FAKE_CUDA_LIBRARY).what(), HasSubstr("CUDA_ERROR (4711): "));
}

TEST(LoadDriver, GivesVersionAndFunctions) {
  const auto loaded = load_driver(KCC_FAKE_CUDA_LIBRARY);
  const auto *driver = std::get_if<Driver>(&loaded);
  ASSERT_TRUE(driver);
  EXPECT_EQ(driver->version, 12040);
  EXPECT_THAT(driver_text(*driver), HasSubstr("CUDA 12.4"));
  EXPECT_STREQ(driver->api.mem_alloc.name, "cuMemAlloc");
}

TEST(UseCudaDriverLibrary, IsRefusedOnceTheDriverIsOpen) {
  (void)kcc::Device::all();
  EXPECT_ERROR(kcc::use_cuda_driver_library("/else/libcuda.so.1"), "/else/libcuda.so.1",
               "a device was used before", "start of main");
}

} // namespace
