// A process opens each library once, so machines without them, or with unusual ones, are a program of its
// own.
#include "expect_error.h"
#include "temporary_folder.h"

#include <kcc/blas.h>
#include <kcc/dnn.h>
#include <kcc/libraries.h>

#include <cstdlib>
#include <filesystem>

namespace {

using kcc::Library;

/// With the fake driver, which supports CUDA 12.8.
class NoLibrary : public testing::Test {
protected:
  NoLibrary() {
    setenv("KCC_CUDA_DRIVER_LIBRARY", KCC_FAKE_CUDA_LIBRARY, 1);
    for (const char *variable :
         {"CUDA_PATH", "CUDA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX", "KCC_CUBLAS_LIBRARY"})
      unsetenv(variable);
  }
};

TEST_F(NoLibrary, SaysWhatWasTriedAndWhatToInstall) {
  setenv("KCC_CUBLAS_LIBRARY", "/nowhere/libcublas.so.12", 1);
  EXPECT_ERROR(kcc::library_file(Library::cublas),
               "loading cuBLAS: it cannot be opened: /nowhere/libcublas.so.12", "No such file",
               "Install cuBLAS", "nvidia-cublas-cu12", "KCC_CUBLAS_LIBRARY",
               "kcc::use_library(kcc::Library::cublas, file)");
}

TEST_F(NoLibrary, IsAnErrorOfTheCallThatNeedsIt) {
  setenv("KCC_CUBLAS_LIBRARY", "/nowhere/libcublas.so.12", 1);
  const kcc::Device gpu = kcc::Device::cuda();
  kcc::Stream stream(gpu);
  kcc::Buffer<float> x(gpu, std::vector<float>{1, 2});
  EXPECT_ERROR(kcc::blas::scal(stream, 2, x), "loading cuBLAS");
  kcc::Stream cpu(kcc::Device::cpu());
  kcc::Buffer<float> y(kcc::Device::cpu(), std::vector<float>{1, 2});
  kcc::blas::scal(cpu, 2, y); // which does not need it
  EXPECT_EQ(y.to_host(cpu), (std::vector<float>{2, 4}));
}

TEST_F(NoLibrary, IsAnErrorOfDnnToo) {
  setenv("KCC_CUDNN_LIBRARY", "/nowhere/libcudnn.so.9", 1);
  const kcc::Device gpu = kcc::Device::cuda();
  kcc::Stream stream(gpu);
  kcc::Buffer<float> x(gpu, 4);
  const kcc::dnn::Tensor tensor(x, {1, 1, 2, 2});
  EXPECT_ERROR(kcc::dnn::softmax_forward(stream, {}, tensor, tensor),
               "loading cuDNN: it cannot be opened: /nowhere/libcudnn.so.9", "Install cuDNN 9",
               "KCC_CUDNN_LIBRARY", "On kcc::Device::cpu() it is not needed");
}

TEST_F(NoLibrary, LeavesOutVersionsThatTheDriverIsTooOldFor) {
  const std::optional<kcc::Error> error = [] {
    try {
      (void)kcc::library_file(Library::cublas);
    } catch (const kcc::Error &error) {
      return std::optional(error);
    }
    return std::optional<kcc::Error>();
  }();
  if (!error)
    GTEST_SKIP() << "there is a cuBLAS for CUDA 12: " << kcc::library_file(Library::cublas);
  EXPECT_THAT(error->what(),
              testing::HasSubstr("libcublas.so.13 needs a driver for CUDA 13, this one is for 12"));
  EXPECT_THAT(error->what(), testing::HasSubstr("libcublas.so.12: cannot open shared object file"));
}

/// The last test, because the library stays open.
TEST_F(NoLibrary, ThenFindsThePythonPackage) {
  namespace fs = std::filesystem;
  const TemporaryFolder environment;
  const fs::path folder = environment / "lib/python3.12/site-packages/nvidia/cublas/lib";
  fs::create_directories(folder);
  fs::copy_file(KCC_FAKE_CUBLAS_LIBRARY, folder / "libcublas.so.12");
  setenv("VIRTUAL_ENV", environment.path().c_str(), 1);
  const fs::path found = kcc::library_file(Library::cublas);
  EXPECT_EQ(found, folder / "libcublas.so.12");
}

} // namespace
