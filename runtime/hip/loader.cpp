#include "loader.h"

#include "../core/call_trace.h"
#include "../core/library_choice.h"
#include "hip_errors.h"

#include <kcc/runtime/device.h>

#include <array>
#include <memory>
#include <mutex>
#include <vector>

namespace kcc::hip {

static void add_result_name(core::TraceLine &line, const HipApi *, Result result) {
  line.add(result == success ? "hipSuccess" : error_name(result));
}

namespace {

void trace_calls(HipApi &api) {
#define KCC_TRACE_CALL(name, function, parameters) core::trace_calls_of<&HipApi::name>(api);
  KCC_HIP_FUNCTIONS(KCC_TRACE_CALL)
  KCC_OPTIONAL_HIP_FUNCTIONS(KCC_TRACE_CALL)
#undef KCC_TRACE_CALL
}

/// The last name comes with ROCm's packages for developers only.
constexpr std::array library_names{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                                   "libamdhip64.so"};

core::LibraryChoice &choice() {
  // Used by static objects' constructors and destructors.
  static auto &choice = *new core::LibraryChoice("KCC_HIP_LIBRARY", "HIP library");
  return choice;
}

[[noreturn]] void fail_loading(const std::string &library, std::string text, std::string hint) {
  detail::fail(ErrorCategory::driver, "loading HIP (`" + library + "`)", std::move(text), std::move(hint));
}

/// Opens the first library that there is.
core::SharedLibrary open(const std::vector<std::string> &names) {
  std::string problems;
  for (const std::string &name : names) {
    core::SharedLibrary library = core::open_shared_library(name);
    if (library.handle)
      return library;
    problems += (problems.empty() ? "" : "; ") + library.problem;
  }
  fail_loading(names.front(), "it cannot be opened: " + problems,
               choice().hint("Install AMD's ROCm, whose HIP runtime brings libamdhip64.so") +
                   ". Without a GPU use kcc::Device::cpu() or set KCC_DEVICE=cpu");
}

std::unique_ptr<const Hip> load() {
  const std::string chosen = choice().take();
  const std::vector<std::string> names =
      chosen.empty() ? std::vector<std::string>(library_names.begin(), library_names.end())
                     : std::vector{chosen};
  const core::SharedLibrary library = open(names);
  auto loaded = std::make_unique<Hip>();
  HipApi &api = loaded->api;
  core::FunctionFinder finder(library.handle);
#define KCC_FIND(name, function, parameters) finder.find(api.name, #function, #function);
  KCC_HIP_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
#define KCC_FIND(name, function, parameters) finder.find(api.name, #function, #function, false);
  KCC_OPTIONAL_HIP_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  finder.find(api.get_error_string, "hipGetErrorString", "hipGetErrorString");
  const std::string file = core::path_of(library.handle);
  if (!finder.missing().empty())
    fail_loading(file, "it is not HIP or too old: it lacks " + finder.missing(),
                 choice().hint("Install ROCm 5.3 or newer"));
  if (core::is_traced())
    trace_calls(api);
  if (const Result result = api.init(0); result != success)
    throw hip_error(api, result, api.init.name, "starting HIP (`" + file + "`)");
  if (const Result result = api.runtime_get_version(&loaded->version); result != success)
    throw hip_error(api, result, api.runtime_get_version.name, "asking HIP (`" + file + "`) for its version");
  return loaded;
}

} // namespace

const Hip &hip() {
  static std::mutex mutex;
  static const Hip *loaded = nullptr; // never deleted: used by static objects' destructors
  const std::lock_guard lock(mutex);
  if (!loaded)
    loaded = load().release();
  return *loaded;
}

bool is_library_chosen() {
  return choice().is_made();
}

std::string version_text(const Hip &hip) {
  return "HIP " + std::to_string(hip.version / 10000000) + "." +
         std::to_string(hip.version % 10000000 / 100000);
}

} // namespace kcc::hip

void kcc::use_hip_library(const std::filesystem::path &library) {
  hip::choice().choose(library, "use_hip_library");
}
