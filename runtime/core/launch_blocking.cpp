#include <kcc/runtime/launch_blocking.h>

#include <atomic>
#include <cstdlib>
#include <string_view>

namespace kcc {

namespace {

enum class Choice { unknown, no, yes };

std::atomic<Choice> choice = Choice::unknown; // constant initialization: static objects may launch

/// Any text but 0 turns it on: who debugs and writes `yes` shall not wonder why nothing changes.
Choice from_environment() noexcept {
  const char *const value = std::getenv("KCC_LAUNCH_BLOCKING");
  return value && *value && std::string_view(value) != "0" ? Choice::yes : Choice::no;
}

} // namespace

void set_launch_blocking(bool wait) noexcept {
  choice.store(wait ? Choice::yes : Choice::no, std::memory_order_relaxed);
}

bool launch_blocking() noexcept {
  Choice now = choice.load(std::memory_order_relaxed);
  if (now == Choice::unknown) {
    const Choice standard = from_environment();
    // Fails, and gives what is there, if the program has chosen meanwhile.
    now = choice.compare_exchange_strong(now, standard, std::memory_order_relaxed) ? standard : now;
  }
  return now == Choice::yes;
}

} // namespace kcc
