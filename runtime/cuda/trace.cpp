// Each function of the table gets a wrapper, made from the table: a function that knows at compile time which
// member of the table it stands for. So there is nothing to test in the calls of a program without a trace.
#include "trace.h"

#include "driver_errors.h"

#include <kcc/runtime/error.h>
#include <kcc/runtime/trace.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <type_traits>
#include <unistd.h>
#include <utility>

namespace kcc::cuda {

namespace {

using Clock = std::chrono::steady_clock;

/// Where a process's trace goes. Never closed: static objects' destructors call the driver, too.
struct Trace {
  DriverApi driver; ///< the functions that do the work
  std::FILE *out = nullptr;
  Clock::time_point start = Clock::now();
};

Trace &trace() {
  static Trace &trace = *new Trace;
  return trace;
}

struct Choice {
  std::mutex mutex;
  std::string file; ///< as set by the program
  bool taken = false;
};

Choice &choice() {
  static Choice &choice = *new Choice;
  return choice;
}

/// One line of the trace.
class Line {
public:
  void add(std::string_view text) {
    const std::size_t count = std::min(text.size(), text_.size() - size_);
    std::memcpy(text_.data() + size_, text.data(), count);
    size_ += count;
  }
  void add_number(long long number) {
    std::array<char, 24> digits{};
    add({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
  }
  void add_address(std::uintptr_t address) {
    std::array<char, 24> digits{};
    add("0x");
    add({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), address, 16).ptr});
  }
  void add_microseconds(Clock::duration time) {
    std::array<char, 32> digits{};
    add({digits.data(),
         std::to_chars(digits.data(), digits.data() + digits.size(),
                       std::chrono::duration<double, std::micro>(time).count(), std::chars_format::fixed, 1)
             .ptr});
    add(" us");
  }
  std::string_view text() const { return {text_.data(), size_}; }

private:
  std::array<char, 1024> text_; // longer lines are cut
  std::size_t size_ = 0;
};

template <class T> inline constexpr bool is_number = std::is_integral_v<T> || std::is_enum_v<T>;

/// A value, and what a call has written through a pointer to a number or handle: `[0x7f0000000000]`.
template <class T> void add_argument(Line &line, T value, bool is_written) {
  if constexpr (std::is_same_v<T, DevicePointer>) {
    line.add_address(static_cast<std::uintptr_t>(value));
  } else if constexpr (is_number<T>) {
    line.add_number(static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, const char *>) {
    constexpr std::size_t most = 200; // of a PTX text, say
    line.add(value ? "\"" : "null");
    if (value) {
      line.add({value, strnlen(value, most)});
      line.add(strnlen(value, most) == most ? "…\"" : "\"");
    }
  } else if constexpr (std::is_pointer_v<T>) {
    using Pointee = std::remove_pointer_t<T>;
    // Not of `void **`: the arguments of a launch, of which there may be none.
    constexpr bool is_output =
        (is_number<Pointee> && !std::is_same_v<Pointee, char>) ||
        (std::is_pointer_v<Pointee> && std::is_class_v<std::remove_pointer_t<Pointee>>);
    if constexpr (is_output && !std::is_const_v<Pointee>) {
      if (value && is_written) {
        line.add("[");
        add_argument(line, *value, false);
        line.add("]");
        return;
      }
    }
    if (value)
      line.add_address(reinterpret_cast<std::uintptr_t>(value));
    else
      line.add("null");
  } else {
    line.add("…");
  }
}

/// The wrapper of one member of the table.
template <auto member> struct Traced;
template <class... P, DriverCall<Result(P...)> DriverApi::*member> struct Traced<member> {
  static Result call(P... arguments) {
    const auto &function = trace().driver.*member;
    const Clock::time_point begin = Clock::now();
    const Result result = function(arguments...);
    const Clock::time_point end = Clock::now();
    Line line;
    line.add_microseconds(begin - trace().start);
    line.add("  thread ");
    line.add_number(gettid());
    line.add("  ");
    line.add(function.name);
    line.add("(");
    [[maybe_unused]] const char *separator = "";
    ((line.add(std::exchange(separator, ", ")), add_argument(line, arguments, result == success)), ...);
    line.add(") = ");
    line.add(result == success ? "CUDA_SUCCESS" : error_name(result));
    line.add("  ");
    line.add_microseconds(end - begin);
    line.add("\n");
    std::fwrite(line.text().data(), 1, line.text().size(), trace().out);
    return result;
  }
};

} // namespace

std::string take_trace_file() {
  Choice &chosen = choice();
  const std::lock_guard lock(chosen.mutex);
  chosen.taken = true;
  if (!chosen.file.empty())
    return chosen.file;
  const char *variable = std::getenv("KCC_TRACE");
  return variable ? variable : "";
}

void trace_calls(DriverApi &api, const std::string &file) {
  std::FILE *const out = file == "stderr" ? stderr : std::fopen(file.c_str(), "w");
  if (!out)
    detail::fail(ErrorCategory::system, "opening the trace of driver calls `" + file + "`",
                 std::strerror(errno), "Set KCC_TRACE to `stderr` or to a file that can be written");
  if (out != stderr)
    std::setvbuf(out, nullptr, _IOLBF, BUFSIZ); // the last lines before a crash are those of interest
  trace().driver = api;
  trace().out = out;
#define KCC_TRACE_CALL(name, cuda_name, symbol, parameters)                                                  \
  if (api.name.function)                                                                                     \
    api.name.function = &Traced<&DriverApi::name>::call;
  KCC_DRIVER_FUNCTIONS(KCC_TRACE_CALL)
  KCC_FIRST_VERSION_DRIVER_FUNCTIONS(KCC_TRACE_CALL)
  KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_TRACE_CALL)
#undef KCC_TRACE_CALL
}

} // namespace kcc::cuda

void kcc::trace_cuda_driver(const std::filesystem::path &file) {
  cuda::Choice &chosen = cuda::choice();
  const std::lock_guard lock(chosen.mutex);
  if (chosen.taken)
    detail::fail(ErrorCategory::invalid_state, "tracing the CUDA driver to `" + file.string() + "`",
                 "a device was used before, and with it the driver was opened",
                 "Call kcc::trace_cuda_driver at the start of main");
  chosen.file = file.string();
}
