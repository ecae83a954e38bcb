#include "loader.h"

#include <string>
#include <utility>

namespace kcc::opencl {

namespace {

constexpr const char *library_name = "libOpenCL.so.1";

Error loading_failure(std::string text) {
  return Error({.operation = "loading OpenCL (`" + std::string(library_name) + "`)",
                .code = 0,
                .code_name = {},
                .text = std::move(text),
                .log = {},
                .hint = "Install the OpenCL loader (Debian: ocl-icd-libopencl1) and the device's driver "
                        "(intel-opencl-icd, mesa-opencl-icd or pocl-opencl-icd)",
                .category = ErrorCategory::driver});
}

} // namespace

std::variant<Api, Error> load_api() {
  const core::SharedLibrary library = core::open_shared_library(library_name);
  if (!library.handle)
    return loading_failure("it cannot be opened: " + library.problem);
  Api api{};
  core::FunctionFinder finder(library.handle);
#define KCC_FIND(name, symbol, result, parameters) finder.find(api.name, #symbol, #symbol);
  KCC_OPENCL_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  if (!finder.missing().empty())
    return loading_failure("it is too old: it lacks " + finder.missing());
  return api;
}

} // namespace kcc::opencl
