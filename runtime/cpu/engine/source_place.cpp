#include "source_place.h"

#include "kcc/abi/cpu_code.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <mutex>
#include <string_view>
#ifdef KCC_BACKTRACE_HEADER
#include KCC_BACKTRACE_HEADER // libbacktrace's, which comes with GCC
#endif

namespace kcc::cpu {
namespace {

#ifdef KCC_BACKTRACE_HEADER

/// How many programs and libraries the process has ever loaded.
unsigned long long count_loaded() {
  unsigned long long count = 0;
  dl_iterate_phdr(
      [](dl_phdr_info *info, std::size_t, void *data) {
        *static_cast<unsigned long long *>(data) = info->dlpi_adds;
        return 1; // every call gets the same number
      },
      &count);
  return count;
}

/// A function's name as in the source, without parameters.
std::string readable(const char *symbol) {
  int status = 0;
  char *const text = __cxxabiv1::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = text ? text : symbol;
  std::free(text);
  return name.substr(0, name.find('(', 1));
}

void ignore_error(void *, const char *, int) {}

/// Called for the line of the instruction, then for each call through which it was inlined.
int add_line(void *data, std::uintptr_t, const char *file, int line, const char *function) {
  auto &places = *static_cast<std::vector<kcc::check::Place> *>(data);
  const bool is_kernels_caller =
      function != nullptr && std::string_view(function).starts_with(abi::cpu_thread_prefix);
  if (file == nullptr || line <= 0 || (is_kernels_caller && !places.empty()))
    return 0;
  places.push_back({file, function ? readable(function) : "", static_cast<std::uint32_t>(line), 0});
  return 0;
}

/// Reads the process's debug information on the first call. libbacktrace does not notice libraries that are
/// loaded later, so these need a new state; the memory of a state cannot be freed.
std::vector<kcc::check::Place> find_lines(const void *instruction) {
  static std::mutex mutex; // one lookup at a time, so the state needs no synchronization of its own
  static backtrace_state *state = nullptr;
  static unsigned long long loaded = 0;
  const std::lock_guard lock(mutex);
  if (const unsigned long long now = count_loaded(); state == nullptr || now != loaded) {
    state = backtrace_create_state(nullptr, /*threaded=*/0, ignore_error, nullptr);
    loaded = now;
  }
  std::vector<kcc::check::Place> lines;
  if (state != nullptr)
    backtrace_pcinfo(state, reinterpret_cast<std::uintptr_t>(instruction), add_line, ignore_error, &lines);
  return lines;
}

#else

std::vector<kcc::check::Place> find_lines(const void *) {
  return {};
}

#endif

/// Names the library of an instruction outside the program or library that contains this copy of the runtime,
/// which also contains the kernels.
std::string find_other_library(const void *instruction) {
  static const char here = 0;
  Dl_info there{}, mine{};
  if (dladdr(instruction, &there) == 0 || dladdr(&here, &mine) == 0 || there.dli_fbase == mine.dli_fbase)
    return {};
  const std::string_view path = there.dli_fname;
  return std::string("in ") +
         (there.dli_sname != nullptr ? "`" + std::string(there.dli_sname) + "` of " : std::string()) +
         std::string(path.substr(path.rfind('/') + 1));
}

} // namespace

std::string source_place(const void *instruction) {
  std::string text;
  for (const kcc::check::Place &line : find_lines(instruction))
    text += (text.empty() ? "at " : ", inlined at ") + line.file + ":" + std::to_string(line.line);
  return text.empty() ? find_other_library(instruction) : text;
}

std::vector<kcc::check::Place> source_places(const void *instruction) {
  return find_lines(instruction);
}

} // namespace kcc::cpu
