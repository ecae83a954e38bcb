#include "cuda/driver.h"
#include "expect_error.h"
#include "fake_cuda.h"
#include "temporary_folder.h"

#include <kcc/runtime/device.h>
#include <kcc/runtime/trace.h>

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

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
  EXPECT_THAT(error.hint(), HasSubstr("The environment variable KCC_CUDA_DRIVER_LIBRARY names this file"));
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

/// The lines of a file, with numbers of threads and times replaced by N.
std::vector<std::string> lines_of(const std::filesystem::path &file) {
  std::vector<std::string> lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    lines.push_back(std::regex_replace(line, std::regex("[0-9.]+ us|thread [0-9]+"), "N"));
  return lines;
}

TEST(DriverTrace, WritesALineForEachCall) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "trace.txt";
  setenv("KCC_TRACE", file.c_str(), 1);
  const auto loaded = load_driver(KCC_FAKE_CUDA_LIBRARY);
  unsetenv("KCC_TRACE");
  const DriverApi &api = std::get<Driver>(loaded).api;
  int value = 0;
  api.device_get_attribute(&value, DeviceAttribute::warp_size, 1);
  api.device_get_attribute(&value, DeviceAttribute::ecc_enabled, 1);
  Context context = nullptr;
  api.ctx_get_current(&context);
  ModuleRef module = nullptr;
  fake_cuda::state().next_result["cuModuleGetFunction"] = 201;
  api.module_get_function(nullptr, module, "a kernel");
  fake_cuda::state().reset();
  EXPECT_THAT(lines_of(file),
              testing::ElementsAre(
                  "N  N  cuInit(0) = CUDA_SUCCESS  N", "N  N  cuDriverGetVersion([12080]) = CUDA_SUCCESS  N",
                  "N  N  cuDeviceGetAttribute([32], 10, 1) = CUDA_SUCCESS  N",
                  testing::MatchesRegex("N  N  cuDeviceGetAttribute\\(0x[0-9a-f]+, 32, 1\\) = "
                                        "CUDA_ERROR_INVALID_VALUE  N"),
                  testing::StartsWith("N  N  cuCtxGetCurrent(["),
                  "N  N  cuModuleGetFunction(null, null, \"a kernel\") = "
                  "CUDA_ERROR_INVALID_CONTEXT  N"));
  std::filesystem::remove(file);
}

TEST(DriverTrace, SaysWhenItsFileCannotBeWritten) {
  setenv("KCC_TRACE", "/nowhere/at/all.txt", 1);
  EXPECT_THAT(problem(KCC_FAKE_CUDA_LIBRARY).what(),
              HasSubstr("driver calls `/nowhere/at/all.txt`: No such"));
  unsetenv("KCC_TRACE");
  EXPECT_ERROR(kcc::trace_drivers("stderr"), "a device was used before");
}

TEST(DriverTrace, IsNotThereUnlessAskedFor) {
  const auto traced = load_driver(KCC_FAKE_CUDA_LIBRARY);
  void *const library = dlopen(KCC_FAKE_CUDA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  EXPECT_EQ(reinterpret_cast<void *>(std::get<Driver>(traced).api.launch_kernel.function),
            dlsym(library, "cuLaunchKernel"));
  dlclose(library);
}

TEST(LoadDriver, GivesVersionAndFunctions) {
  const auto loaded = load_driver(KCC_FAKE_CUDA_LIBRARY);
  const auto *driver = std::get_if<Driver>(&loaded);
  ASSERT_TRUE(driver);
  EXPECT_EQ(driver->version, 12080);
  EXPECT_THAT(driver_text(*driver), HasSubstr("CUDA 12.8"));
  EXPECT_STREQ(driver->api.mem_alloc.name, "cuMemAlloc");
}

TEST(UseCudaDriverLibrary, IsRefusedOnceTheDriverIsOpen) {
  (void)kcc::Device::all();
  EXPECT_ERROR(kcc::use_cuda_driver_library("/else/libcuda.so.1"), "/else/libcuda.so.1",
               "a device was used before", "start of main");
}

} // namespace
