#include "nvjitlink.h"

#include "../core/shared_library.h"
#include "nvjitlink_api.h"

#include <kcc/runtime/linker.h>

#include <array>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace kcc::cuda {

namespace {

struct Api {
#define KCC_DECLARE(name, function, parameters) NvJitLinkResult(*name) parameters = nullptr;
  KCC_NVJITLINK_FUNCTIONS(KCC_DECLARE)
#undef KCC_DECLARE
};

/// What the program chose, and the library once it is open. It is never closed.
struct Library {
  std::mutex mutex;
  std::string chosen;
  std::optional<Api> api;
  bool taken = false;
};

Library &library() {
  static Library &library = *new Library; // used by static objects' constructors and destructors
  return library;
}

/// `function` under its own name, or under one with a version of CUDA 12 or 13.
void *find(void *handle, const std::string &function) {
  if (void *found = core::find_symbol(handle, function.c_str()))
    return found;
  for (int major = 13; major >= 12; --major)
    for (int minor = 9; minor >= 0; --minor)
      if (void *found = core::find_symbol(
              handle, ("__" + function + "_" + std::to_string(major) + "_" + std::to_string(minor)).c_str()))
        return found;
  return nullptr;
}

[[noreturn]] void fail_to_load(const core::Operation &operation, const std::string &text) {
  detail::fail(
      ErrorCategory::driver, operation.text(), text,
      "Install libnvJitLink of a CUDA toolkit 12.0 or newer (package libnvjitlink-12-9 or "
      "libnvjitlink-13-0), and name it in KCC_NVJITLINK_LIBRARY if it is not found. The driver itself "
      "links everything but LTO-IR");
}

Api open(const std::string &chosen, const core::Operation &operation) {
  std::vector<std::string> names{chosen};
  if (chosen.empty())
    names = {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"};
  void *handle = nullptr;
  std::string problems;
  for (const std::string &name : names) {
    const core::SharedLibrary library = core::open_shared_library(name);
    handle = library.handle;
    if (handle)
      break;
    problems += (problems.empty() ? "" : "; ") + library.problem;
  }
  if (!handle)
    fail_to_load(operation, "nvJitLink is needed and cannot be opened: " + problems);
  Api api;
  std::string missing;
#define KCC_FIND(name, function, parameters)                                                                 \
  api.name = reinterpret_cast<NvJitLinkResult(*) parameters>(find(handle, #function));                       \
  if (!api.name)                                                                                             \
    missing += (missing.empty() ? "" : ", ") + std::string(#function);
  KCC_NVJITLINK_FUNCTIONS(KCC_FIND)
#undef KCC_FIND
  if (!missing.empty())
    fail_to_load(operation, "the library opened as nvJitLink lacks " + missing);
  return api;
}

const Api &api_for(const core::Operation &operation) {
  Library &known = library();
  const std::lock_guard lock(known.mutex);
  known.taken = true;
  if (!known.api) {
    const char *const variable = std::getenv("KCC_NVJITLINK_LIBRARY");
    known.api = open(!known.chosen.empty() ? known.chosen : variable ? variable : "", operation);
  }
  return *known.api;
}

struct ErrorKind {
  const char *name;
  ErrorCategory category;
};
ErrorKind kind_of(NvJitLinkResult result) {
  switch (result) {
#define KCC_CASE(number, name, category)                                                                     \
  case number:                                                                                               \
    return {"NVJITLINK_ERROR_" #name, ErrorCategory::category};
    KCC_NVJITLINK_ERRORS(KCC_CASE)
#undef KCC_CASE
  }
  return {"NVJITLINK_ERROR", ErrorCategory::internal};
}

NvJitLinkInput nvjitlink_input(core::ContentKind kind) {
  switch (kind) {
  case core::ContentKind::ptx:
    return nvjitlink_ptx;
  case core::ContentKind::fatbin:
    return nvjitlink_fatbin;
  case core::ContentKind::lto_ir:
    return nvjitlink_lto_ir;
  case core::ContentKind::host_object:
    return nvjitlink_object;
  case core::ContentKind::archive:
    return nvjitlink_library;
  default:
    return nvjitlink_cubin;
  }
}

std::vector<std::string> arguments_for(const JitOptions &options, const std::string &arch, bool has_lto_ir,
                                       const core::Operation &operation) {
  std::vector<std::string> arguments{"-arch=" + (options.target.empty() ? arch : options.target)};
  if (has_lto_ir)
    arguments.push_back("-lto");
  if (options.optimization_level) {
    if (*options.optimization_level < 0 || *options.optimization_level > 4)
      detail::fail(operation.text(), "JitOptions::optimization_level is " +
                                         std::to_string(*options.optimization_level) + "; there are 0 to 4");
    arguments.push_back(*options.optimization_level == 0 ? "-O0" : "-O3"); // it knows no others
  }
  if (options.max_registers != 0)
    arguments.push_back("-maxrregcount=" + std::to_string(options.max_registers));
  if (options.line_info)
    arguments.push_back("-lineinfo");
  if (options.debug_info)
    arguments.push_back("-g");
  if (options.verbose)
    arguments.push_back("-verbose");
  if (options.l1_cache != JitOptions::L1Cache::standard)
    arguments.push_back(options.l1_cache == JitOptions::L1Cache::off ? "-Xptxas=-dlcm=cg"
                                                                     : "-Xptxas=-dlcm=ca");
  return arguments;
}

class Link {
public:
  Link(const Api &api, const std::vector<std::string> &arguments, const core::Operation &operation)
      : api_(api) {
    std::vector<const char *> texts;
    for (const std::string &argument : arguments)
      texts.push_back(argument.c_str());
    const NvJitLinkResult result =
        api.create(&state_, static_cast<std::uint32_t>(texts.size()), texts.data());
    if (result == 0)
      return;
    const Error refused = error(result, "nvJitLinkCreate", operation);
    if (state_) // it has the log
      api_.destroy(&state_);
    throw refused;
  }
  ~Link() { api_.destroy(&state_); }
  Link(const Link &) = delete;
  Link &operator=(const Link &) = delete;

  void add(const core::LinkInput &input, const core::Operation &operation) {
    check(api_.add_data(state_, nvjitlink_input(input.kind), input.bytes.data(), input.bytes.size(),
                        input.name.c_str()),
          "nvJitLinkAddData", [&] { return operation.text() + ": adding `" + input.name + "`"; });
  }
  core::LinkedCode complete(const core::Operation &operation) {
    check(api_.complete(state_), "nvJitLinkComplete", operation);
    core::LinkedCode result;
    std::size_t bytes = 0;
    check(api_.cubin_size(state_, &bytes), "nvJitLinkGetLinkedCubinSize", operation);
    result.cubin.resize(bytes);
    check(api_.cubin(state_, result.cubin.data()), "nvJitLinkGetLinkedCubin", operation);
    result.log = log();
    return result;
  }

private:
  void check(NvJitLinkResult result, const char *call, const core::Operation &operation) const {
    if (result != 0)
      throw error(result, call, operation);
  }
  Error error(NvJitLinkResult result, const char *call, const core::Operation &operation) const {
    return Error({.operation = operation.text(),
                  .code = result,
                  .code_name = kind_of(result).name,
                  .text = "nvJitLink refused (" + std::string(call) + ")",
                  .log = log(),
                  .hint = "The log names the symbol or the line, if there is one",
                  .category = kind_of(result).category});
  }

  using SizeOf = NvJitLinkResult (*)(NvJitLinkRef, std::size_t *);
  using TextOf = NvJitLinkResult (*)(NvJitLinkRef, char *);
  std::string text(SizeOf size_of, TextOf text_of) const {
    std::size_t bytes = 0;
    if (!state_ || size_of(state_, &bytes) != 0 || bytes == 0)
      return {};
    std::string text(bytes, '\0');
    if (text_of(state_, text.data()) != 0)
      return {};
    return text.c_str();
  }
  std::string log() const {
    return text(api_.error_log_size, api_.error_log) + text(api_.info_log_size, api_.info_log);
  }

  const Api &api_;
  NvJitLinkRef state_ = nullptr;
};

} // namespace

core::LinkedCode nvjitlink(std::span<const core::LinkInput> inputs, const JitOptions &options,
                           const std::string &arch, bool has_lto_ir, core::Operation operation) {
  const auto link_with = [&](bool lto) {
    Link link(api_for(operation), arguments_for(options, arch, lto, operation), operation);
    for (const core::LinkInput &input : inputs)
      link.add(input, operation);
    return link.complete(operation);
  };
  if (has_lto_ir)
    return link_with(true);
  try {
    return link_with(false); // with the option, there must be LTO-IR
  } catch (const Error &error) {
    if (error.code() != error_lto_not_enabled)
      throw;
  }
  return link_with(true); // an object or a fatbin contains LTO-IR
}

} // namespace kcc::cuda

void kcc::use_nvjitlink_library(const std::filesystem::path &library) {
  cuda::Library &known = cuda::library();
  const std::lock_guard lock(known.mutex);
  if (known.taken)
    detail::fail(ErrorCategory::invalid_state, "choosing `" + library.string() + "` as nvJitLink",
                 "it was needed before, and another file was opened",
                 "Call kcc::use_nvjitlink_library at the start of main");
  known.chosen = library.string();
}
