// Which calls have led to a place in a library whose functions were not inlined.
#include "block_checks.h"

#include "../engine/block.h"
#include "../engine/source_place.h"

#include <algorithm>
#include <system_error>
#include <thread>

namespace kcc::cpu::check {

/// "sort<int*>" of "void std::sort<int*>", as other places name functions.
static std::string short_name(const std::string &name) {
  if (name.find("operator") != name.npos)
    return name;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    depth += (name[at] == '<') - (name[at] == '>');
    if (depth == 0 && (name[at] == ' ' || name[at] == ':'))
      begin = at + 1;
  }
  return name.substr(begin);
}

/// The line of a call by its return address, and those of the calls through which that was inlined. On
/// another stack, because reading debug information may need more than is left of a kernel's.
static std::vector<Place> places_of_call(const void *return_address) {
  std::vector<Place> places;
  try {
    std::thread([&] { places = source_places(static_cast<const std::byte *>(return_address) - 1); }).join();
  } catch (const std::system_error &) { // there are too many threads
  }
  for (Place &place : places)
    place.function = short_name(place.function);
  if (!places.empty())
    places.front().is_call = true;
  return places;
}

/// `places`: of what the running thread is about to do. If all are in libraries, adds the calls that have led
/// there, up to the first line of the program. A call that a function makes of itself again and again is
/// added once.
void BlockChecks::add_callers(std::vector<Place> &places) {
  if (places.empty() || !std::ranges::all_of(places, is_in_library))
    return;
  const auto [begin, end] = runner_.running_stack();
  const auto is_frame = [&](const void *const *frame) {
    const auto *const at = reinterpret_cast<const std::byte *>(frame);
    return reinterpret_cast<std::uintptr_t>(frame) % sizeof(void *) == 0 && begin <= at && at < end &&
           static_cast<std::size_t>(end - at) >= 2 * sizeof(void *);
  };
  // On x86-64 and AArch64 alike, a frame starts with the caller's frame address and the return address. The
  // innermost one is that of the check, which the code at the place has called.
  std::vector<const void *> seen;
  const auto *frame = static_cast<const void *const *>(callee_frame_);
  for (bool is_first = true; is_frame(frame); is_first = false) {
    const auto *const caller = static_cast<const void *const *>(frame[0]);
    const void *const address = frame[1];
    if (!is_first && std::ranges::find(seen, address) == seen.end()) {
      seen.push_back(address);
      const auto [row, is_new] = calls_.try_emplace(address);
      if (is_new)
        row->second = places_of_call(address);
      places.insert(places.end(), row->second.begin(), row->second.end());
      if (!std::ranges::all_of(row->second, is_in_library))
        return;
    }
    if (caller <= frame)
      return;
    frame = caller;
  }
}

} // namespace kcc::cpu::check
