#include "call_trace.h"

#include <kcc/runtime/error.h>
#include <kcc/runtime/trace.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <unistd.h>

namespace kcc::core {

namespace {

/// The trace of the process. Its file is never closed: static objects' destructors call drivers, too.
struct Trace {
  std::mutex mutex;
  std::string chosen; ///< by the program
  bool taken = false;
  std::string name; ///< of the open file
  std::FILE *out = nullptr;
  std::chrono::steady_clock::time_point start;
};

Trace &trace() {
  static Trace &trace = *new Trace;
  return trace;
}

} // namespace

bool is_traced() {
  Trace &now = trace();
  const std::lock_guard lock(now.mutex);
  now.taken = true;
  const char *const variable = std::getenv("KCC_TRACE");
  const std::string name = !now.chosen.empty() ? now.chosen : variable ? variable : "";
  if (name.empty())
    return false;
  if (now.out && now.name == name) // of another driver's calls
    return true;
  std::FILE *const out = name == "stderr" ? stderr : std::fopen(name.c_str(), "w");
  if (!out)
    detail::fail(ErrorCategory::system, "opening the trace of driver calls `" + name + "`",
                 std::strerror(errno), "Set KCC_TRACE to `stderr` or to a file that can be written");
  if (out != stderr)
    std::setvbuf(out, nullptr, _IOLBF, BUFSIZ); // the last lines before a crash are those of interest
  now.name = name;
  now.out = out;
  now.start = std::chrono::steady_clock::now();
  return true;
}

void TraceLine::returned() noexcept {
  end_ = Clock::now();
  add_microseconds(begin_ - trace().start);
  add("  thread ");
  add_number(gettid());
  add("  ");
  add(function_);
}

void TraceLine::add(std::string_view text) noexcept {
  const std::size_t count = std::min(text.size(), text_.size() - size_);
  std::memcpy(text_.data() + size_, text.data(), count);
  size_ += count;
}

void TraceLine::add_number(long long number) noexcept {
  std::array<char, 24> digits{};
  add({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr});
}

void TraceLine::add_address(std::uintptr_t address) noexcept {
  std::array<char, 24> digits{};
  add("0x");
  add({digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), address, 16).ptr});
}

void TraceLine::add_microseconds(Clock::duration time) noexcept {
  std::array<char, 32> digits{};
  add({digits.data(),
       std::to_chars(digits.data(), digits.data() + digits.size(),
                     std::chrono::duration<double, std::micro>(time).count(), std::chars_format::fixed, 1)
           .ptr});
  add(" us");
}

void TraceLine::write() noexcept {
  add("  ");
  add_microseconds(end_ - begin_);
  add("\n");
  std::fwrite(text_.data(), 1, size_, trace().out);
}

} // namespace kcc::core

void kcc::trace_drivers(const std::filesystem::path &file) {
  core::Trace &now = core::trace();
  const std::lock_guard lock(now.mutex);
  if (now.taken)
    detail::fail(ErrorCategory::invalid_state, "tracing drivers to `" + file.string() + "`",
                 "a device was used before, and with it the driver was opened",
                 "Call kcc::trace_drivers at the start of main");
  now.chosen = file.string();
}
