#include "common/library.h"
#include "expect_error.h"

#include "blas/cublas_api.h"
#include "dnn/cudnn_api.h"

#include <kcc/blas.h>
#include <kcc/libraries.h>

#include <filesystem>

namespace {

using kcc::Library;
using testing::HasSubstr;

TEST(Libraries, GiveTheirFile) {
  EXPECT_EQ(kcc::library_file(Library::cublas), KCC_FAKE_CUBLAS_LIBRARY);
}

TEST(Libraries, CannotBeChosenOnceTheyAreOpen) {
  (void)kcc::library_file(Library::cublas);
  EXPECT_ERROR(kcc::use_library(Library::cublas, "/else/libcublas.so"), "/else/libcublas.so",
               "it is open already", KCC_FAKE_CUBLAS_LIBRARY, "start of main");
}

TEST(Libraries, StatusesBecomeErrors) {
  const kcc::Error error =
      kcc::libraries::status_error(Library::cublas, 3, "cublasCreate", "kcc::blas::gemm on device 0");
  EXPECT_EQ(error.code(), 3);
  EXPECT_EQ(error.code_name(), "CUBLAS_STATUS_ALLOC_FAILED");
  EXPECT_EQ(error.category(), kcc::ErrorCategory::out_of_memory);
  EXPECT_THAT(error.what(),
              HasSubstr("kcc::blas::gemm on device 0: CUBLAS_STATUS_ALLOC_FAILED (3): cuBLAS could "
                        "not allocate its work space (cublasCreate)"));
  EXPECT_THAT(kcc::libraries::status_error(Library::cublas, 4711, "cublasCreate", "x").what(),
              HasSubstr("cuBLAS status (4711)"));
}

TEST(Libraries, ThatLackFunctionsAreNamed) {
  kcc::core::FunctionFinder finder(kcc::libraries::open(Library::cublas));
  kcc::core::ImportedFunction<int()> function;
  finder.find(function, "cublasNone", "cublasNone_v7");
  EXPECT_ERROR(kcc::libraries::require_complete(Library::cublas, finder), "loading cuBLAS",
               KCC_FAKE_CUBLAS_LIBRARY, "it lacks cublasNone_v7", "Install cuBLAS");
}

/// NVIDIA's own library, where it is installed, has all functions: it needs no GPU to be opened.
template <class Api> void expect_complete(Library name) {
  const kcc::libraries::LibraryDescription &description = kcc::libraries::describe(name);
  kcc::core::SharedLibrary library;
  for (const auto &version : description.versions)
    for (const char *folder : {"", "/usr/local/cuda/lib64/"})
      if (!library.handle)
        library = kcc::core::open_shared_library(std::string(folder) + description.file + "." +
                                                 std::to_string(version.number));
  if (!library.handle)
    GTEST_SKIP() << library.problem;
  kcc::core::FunctionFinder finder(library.handle);
  Api api{};
  api.find_all(finder);
  EXPECT_EQ(finder.missing(), "");
}
TEST(Libraries, RealCublasIsComplete) {
  expect_complete<kcc::cublas::Api>(Library::cublas);
}
TEST(Libraries, RealCudnnIsComplete) {
  expect_complete<kcc::cudnn::Api>(Library::cudnn);
}

} // namespace
