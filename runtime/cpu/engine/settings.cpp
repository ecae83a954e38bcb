#include "settings.h"

#include "sanitizers.h"

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kcc::cpu {
namespace {

/// The 512 KiB of local memory per thread that a GPU allows, and more than as much again for the needs of the
/// processor's code; sanitizers need several times as much.
std::size_t default_stack_bytes() {
  return std::size_t{sanitizers::are_there() ? 4608u : 1152u} << 10;
}

std::atomic<unsigned> chosen_thread_count{0};
std::atomic<std::size_t> chosen_stack_bytes{0};

std::string range_text(std::size_t low, std::size_t high) {
  return "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
}

std::size_t from_environment(const char *name, std::size_t low, std::size_t high, std::size_t otherwise) {
  const char *text = std::getenv(name);
  if (text == nullptr || *text == '\0')
    return otherwise;
  std::string_view digits(text);
  std::size_t value = 0;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < low || value > high)
    throw std::invalid_argument("environment variable " + std::string(name) + " is '" + text +
                                "'; it must be " + range_text(low, high));
  return value;
}

void check_range(const char *function, std::size_t value, std::size_t low, std::size_t high) {
  if (value < low || value > high)
    throw std::invalid_argument(std::string(function) + "(" + std::to_string(value) +
                                "): the value must be " + range_text(low, high));
}

} // namespace

unsigned thread_count() {
  if (unsigned chosen = chosen_thread_count.load(std::memory_order_relaxed))
    return chosen;
  static const std::size_t initial =
      from_environment("KCC_CPU_THREADS", 1, max_thread_count, usable_processors());
  return static_cast<unsigned>(initial);
}

void set_thread_count(unsigned count) {
  check_range("set_thread_count", count, 1, max_thread_count);
  chosen_thread_count.store(count, std::memory_order_relaxed);
}

std::size_t fiber_stack_bytes() {
  if (std::size_t chosen = chosen_stack_bytes.load(std::memory_order_relaxed))
    return chosen;
  static const std::size_t initial = from_environment("KCC_CPU_STACK_BYTES", min_fiber_stack_bytes,
                                                      max_fiber_stack_bytes, default_stack_bytes());
  return initial;
}

void set_fiber_stack_bytes(std::size_t bytes) {
  check_range("set_fiber_stack_bytes", bytes, min_fiber_stack_bytes, max_fiber_stack_bytes);
  chosen_stack_bytes.store(bytes, std::memory_order_relaxed);
}

} // namespace kcc::cpu
