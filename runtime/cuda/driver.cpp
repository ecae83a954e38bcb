#include "driver.h"

#include "../core/call_trace.h"
#include "../core/library_choice.h"
#include "driver_errors.h"
#include "trace.h"

#include <kcc/runtime/device.h>

#include <fstream>
#include <mutex>
#include <optional>

namespace kcc::cuda {

namespace {

constexpr const char *default_library = "libcuda.so.1";

Error failure(const std::string &library, std::string text, std::string hint) {
  return Error({.operation = "loading the CUDA driver `" + library + "`",
                .code = 0,
                .code_name = {},
                .text = std::move(text),
                .log = {},
                .hint = std::move(hint),
                .category = ErrorCategory::driver});
}

/// The process's driver, or the reason why it has none; temporary errors are not kept.
struct Opened {
  std::mutex mutex;
  std::optional<std::variant<Driver, Error>> driver;
};

core::LibraryChoice &choice() {
  // Used by static objects' constructors and destructors.
  static auto &choice = *new core::LibraryChoice("KCC_CUDA_DRIVER_LIBRARY", "CUDA driver");
  return choice;
}

std::string take_library() {
  const std::string chosen = choice().take();
  return chosen.empty() ? default_library : chosen;
}

} // namespace

std::variant<Driver, Error> load_driver(const std::string &library) {
  const core::SharedLibrary opened = core::open_shared_library(library);
  if (!opened.handle)
    return failure(
        library, "it cannot be opened: " + opened.problem,
        choice().hint("Install the NVIDIA driver, which brings libcuda.so.1; no CUDA toolkit is needed") +
            ". Without a GPU use kcc::Device::cpu() or set KCC_DEVICE=cpu");
  Driver driver{};
  core::FunctionFinder finder(opened.handle);
#define KCC_FIND(name, function, symbol, parameters) finder.find(driver.api.name, #function, symbol);
  KCC_DRIVER_FUNCTIONS(KCC_FIND)
  KCC_FIRST_VERSION_DRIVER_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
#define KCC_FIND(name, function, symbol, parameters) finder.find(driver.api.name, #function, symbol, false);
  KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  if (!finder.missing().empty())
    return failure(library, "it is not a CUDA driver or too old: it lacks " + finder.missing(),
                   choice().hint("Install NVIDIA driver 450 (CUDA 11.0) or newer"));
  try {
    if (core::is_traced())
      trace_calls(driver.api);
  } catch (const Error &error) {
    return error;
  }
  if (const Result result = driver.api.init(0); result != success)
    return driver_error(driver.api, result, driver.api.init.name,
                        "starting the CUDA driver `" + library + "`");
  if (const Result result = driver.api.driver_get_version(&driver.version); result != success)
    return driver_error(driver.api, result, driver.api.driver_get_version.name,
                        "asking the CUDA driver `" + library + "` for its version");
  return driver;
}

std::variant<const Driver *, Error> driver() {
  static auto &opened = *new Opened; // used by static objects' constructors and destructors
  const std::lock_guard lock(opened.mutex);
  if (!opened.driver)
    opened.driver.emplace(load_driver(take_library()));
  if (const auto *driver = std::get_if<Driver>(&*opened.driver))
    return driver;
  const Error error = std::get<Error>(*opened.driver);
  if (may_pass(error.code()))
    opened.driver.reset();
  return error;
}

std::string driver_text(const Driver &driver) {
  std::string text =
      "CUDA " + std::to_string(driver.version / 1000) + "." + std::to_string(driver.version % 1000 / 10);
  std::ifstream in("/sys/module/nvidia/version");
  if (std::string module; std::getline(in, module) && !module.empty())
    text += " (" + module + ")";
  return text;
}

} // namespace kcc::cuda

void kcc::use_cuda_driver_library(const std::filesystem::path &library) {
  cuda::choice().choose(library, "use_cuda_driver_library");
}
