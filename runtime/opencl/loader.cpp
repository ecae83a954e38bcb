#include "loader.h"

#include "../core/call_trace.h"
#include "opencl_errors.h"

#include <string>
#include <utility>

namespace kcc::opencl {

static void add_result_name(core::TraceLine &line, const Api *, Status status) {
  line.add(status == success ? "CL_SUCCESS" : status_name(status));
}

namespace {

void trace_calls(Api &api) {
#define KCC_TRACE_CALL(name, symbol, result, parameters) core::trace_calls_of<&Api::name>(api);
  KCC_OPENCL_FUNCTIONS(KCC_TRACE_CALL)
#undef KCC_TRACE_CALL
}

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
  try {
    if (core::is_traced())
      trace_calls(api);
  } catch (const Error &error) {
    return error;
  }
  return api;
}

} // namespace kcc::opencl
