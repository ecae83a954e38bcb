#include "host_accesses.h"

#include "../../check/report.h"
#include "../engine/faults.h"
#include "../engine/source_place.h"
#include "device_pages.h"
#include "objects.h"
#include "unawaited_copies.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <dlfcn.h>
#include <string>
#include <string_view>
#include <unwind.h>
#include <vector>

namespace kcc::cpu::check {

namespace {

using Access = HardwareFault::Access;

/// The instruction, and the calls that led to it.
struct CallStack {
  std::array<std::uintptr_t, 24> frames{};
  std::size_t count = 0;
  bool operator==(const CallStack &) const = default;
};

/// The stack of the interrupted code. Frames before the instruction are the signal handler's.
CallStack stack_at(const void *instruction) noexcept {
  struct Walk {
    CallStack stack;
    std::uintptr_t instruction;
  } walk{{}, reinterpret_cast<std::uintptr_t>(instruction)};
  _Unwind_Backtrace(
      [](_Unwind_Context *context, void *data) {
        auto &[stack, instruction] = *static_cast<Walk *>(data);
        const std::uintptr_t place = _Unwind_GetIP(context);
        if (place == 0 || stack.count == stack.frames.size())
          return _URC_END_OF_STACK;
        if (stack.count != 0) // a call: the address is behind it
          stack.frames[stack.count++] = place - 1;
        else if (place == instruction)
          stack.frames[stack.count++] = place;
        return _URC_NO_REASON;
      },
      &walk);
  if (walk.stack.count == 0)
    walk.stack.frames[walk.stack.count++] = walk.instruction;
  return walk.stack;
}

/// Accesses of one kind by one call stack.
struct AccessRow {
  enum class State : std::uint8_t { unused, being_written, in_use };
  std::atomic<State> state = State::unused;
  CallStack stack;
  Access access = Access::unknown;
  bool is_too_early = false;                        ///< in memory of a copy that has not been waited for
  std::atomic<const std::byte *> address = nullptr; ///< of the first that has not been reported
  std::atomic<std::uint64_t> times = 0;             ///< not reported
};

/// The signal handler can neither allocate nor lock. Accesses by more call stacks than there are rows are not
/// reported.
std::array<AccessRow, 256> rows;
std::atomic<bool> has_news = false;

bool note(const HardwareFault &fault, bool in_kernel) noexcept {
  if (fault.access == Access::execute)
    return false;
  const UseOfCopy use = use_of_copy(fault, in_kernel);
  if (use == UseOfCopy::permitted)
    return true;
  const bool is_too_early = use == UseOfCopy::too_early;
  if (!is_too_early && (in_kernel || !open_device_page(fault.address)))
    return false;
  const CallStack stack = stack_at(fault.instruction);
  for (AccessRow &row : rows) {
    auto state = AccessRow::State::unused;
    if (row.state.compare_exchange_strong(state, AccessRow::State::being_written)) {
      row.stack = stack;
      row.access = fault.access;
      row.is_too_early = is_too_early;
      row.state = AccessRow::State::in_use;
    } else if (state != AccessRow::State::in_use || row.access != fault.access ||
               row.is_too_early != is_too_early || row.stack != stack) {
      continue;
    }
    const std::byte *none = nullptr;
    row.address.compare_exchange_strong(none, fault.address);
    ++row.times;
    has_news = true;
    break;
  }
  return true;
}

/// Whether the file is the system's, and its lines are none of the program.
bool is_of_system(std::string_view path) {
  return path.starts_with("/usr/") || path.starts_with("/lib");
}

/// The innermost line that is not a system header's or library's, with the calls through which it was
/// inlined.
std::vector<kcc::check::Place> place_of(const CallStack &stack) {
  for (std::size_t i = 0; i < stack.count; ++i) {
    const auto *const instruction = reinterpret_cast<const void *>(stack.frames[i]);
    Dl_info library;
    if (dladdr(instruction, &library) != 0 && is_of_system(library.dli_fname))
      continue;
    std::vector<kcc::check::Place> places = source_places(instruction);
    std::erase_if(places, [](const kcc::check::Place &place) { return is_of_system(place.file); });
    if (!places.empty())
      return places;
  }
  return {};
}

std::string text_of(const std::byte *address) {
  std::string text = "Address " + kcc::check::hexadecimal(address);
  const Object *const object = objects().find(address);
  if (object == nullptr)
    return text + " is in no buffer, between others";
  text += " is byte " + std::to_string(address - object->begin) + " of " + describe(*object);
  return object->freed ? text + ", which has been freed" : text;
}

} // namespace

void watch_host_accesses() {
  (void)stack_at(nullptr); // what it needs is loaded now, and not in the signal handler
  prepare_for_faults();
  handle_accesses_first(note);
  kcc::check::report_at_end(report_host_accesses);
}

void report_host_accesses() noexcept {
  if (!has_news.load(std::memory_order_relaxed) || !has_news.exchange(false))
    return;
  for (AccessRow &row : rows) {
    if (row.state != AccessRow::State::in_use)
      continue;
    const std::uint64_t times = row.times.exchange(0);
    if (times == 0)
      continue;
    const std::byte *const address = row.address.exchange(nullptr);
    const char *const what = row.access == Access::write  ? "Write"
                             : row.access == Access::read ? "Read"
                                                          : "Access";
    const bool is_too_early = row.is_too_early;
    kcc::check::report(
        {.check = "host",
         .rule = is_too_early ? "unfinished-copy" : "host-access",
         .title = std::string(what) + (is_too_early ? " by the host of memory that a copy may still use"
                                                    : " of the device's memory by the host"),
         .kernel = "",
         .launch = 0,
         .who = {.places = place_of(row.stack), .block = {}, .thread = {}, .is_host = true},
         .details = {text_of(address), is_too_early
                                           ? "Nothing has waited for the copy: synchronize its stream, or "
                                             "an event behind it, before"
                                           : "A GPU's memory is not the host's: copy it"}},
        times);
  }
}

} // namespace kcc::cpu::check
