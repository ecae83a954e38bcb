#include "warp.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace kcc::cpu {
namespace {

/// Calls `visit` with the number of each set bit, lowest first.
template <class Visit> void for_each_lane(std::uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

std::uint32_t bit(unsigned lane) {
  return std::uint32_t{1} << lane;
}

std::uint32_t reduced(WarpOperation operation, std::uint32_t a, std::uint32_t b) {
  const auto signed_a = static_cast<std::int32_t>(a), signed_b = static_cast<std::int32_t>(b);
  switch (operation) {
  case WarpOperation::reduce_add:
    return a + b;
  case WarpOperation::reduce_and:
    return a & b;
  case WarpOperation::reduce_or:
    return a | b;
  case WarpOperation::reduce_xor:
    return a ^ b;
  case WarpOperation::reduce_min_signed:
    return static_cast<std::uint32_t>(std::min(signed_a, signed_b));
  case WarpOperation::reduce_max_signed:
    return static_cast<std::uint32_t>(std::max(signed_a, signed_b));
  case WarpOperation::reduce_min_unsigned:
    return std::min(a, b);
  default:
    return std::max(a, b);
  }
}

} // namespace

std::string name_of(const WarpCall &call) {
  static constexpr const char *names[] = {
      "kcc::sync_warp",        "kcc::warp::any",          "kcc::warp::all",        "kcc::warp::uniform",
      "kcc::warp::ballot",     "kcc::warp::match_any",    "kcc::warp::match_all",  "kcc::warp::shuffle",
      "kcc::warp::shuffle_up", "kcc::warp::shuffle_down", "kcc::warp::shuffle_xor"};
  const auto row = static_cast<std::size_t>(call.operation);
  char mask[32];
  std::snprintf(mask, sizeof mask, " with mask 0x%08x", call.mask);
  return (row < std::size(names) ? names[row] : "kcc::warp::reduce") + std::string(mask);
}

void Warp::start(std::uint32_t lanes) {
  live_ = lanes;
  waiting_ = 0;
}

unsigned Warp::lane_in_conflict(unsigned lane, const WarpCall &call) const {
  for (std::uint32_t others = waiting_ & call.mask & ~bit(lane); others != 0; others &= others - 1) {
    const auto other = static_cast<unsigned>(std::countr_zero(others));
    const WarpCall &theirs = lanes_[other].call;
    if ((theirs.mask & bit(lane)) != 0 && (theirs.mask != call.mask || theirs.operation != call.operation))
      return other;
  }
  return warp_size;
}

void Warp::arrive(unsigned lane, const WarpCall &call) {
  Lane &self = lanes_[lane];
  self.call = call;
  self.first = lane;
  self.arrived = 0;
  self.absent = 0;
  for (std::uint32_t others = waiting_ & call.mask; others != 0; others &= others - 1) {
    const auto other = static_cast<unsigned>(std::countr_zero(others));
    if (lanes_[other].call.mask == call.mask) {
      self.first = lanes_[other].first;
      break;
    }
  }
  waiting_ |= bit(lane);
  lanes_[self.first].arrived |= bit(lane);
  finish_if_all_came(self.first);
}

void Warp::exit(unsigned lane) {
  live_ &= ~bit(lane);
  for_each_lane(waiting_, [&](unsigned other) {
    if (lanes_[other].first == other && is_waiting(other))
      finish_if_all_came(other);
  });
}

std::uint32_t Warp::missing(unsigned lane) const {
  return lanes_[lane].call.mask & live_ & ~lanes_[lanes_[lane].first].arrived;
}

void Warp::finish_if_all_came(unsigned first) {
  const WarpCall &call = lanes_[first].call;
  const std::uint32_t arrived = lanes_[first].arrived;
  if ((call.mask & live_ & ~arrived) != 0)
    return;
  waiting_ &= ~arrived;
  lanes_[static_cast<unsigned>(std::countr_zero(arrived))].absent = call.mask & ~arrived;
  finish(call.operation, arrived);
}

void Warp::finish(WarpOperation operation, std::uint32_t lanes) {
  auto give_all = [&](std::uint64_t result) {
    for_each_lane(lanes, [&](unsigned lane) { lanes_[lane].result = result; });
  };
  auto lanes_with = [&](std::uint64_t value) {
    std::uint32_t result = 0;
    for_each_lane(lanes, [&](unsigned lane) { result |= lanes_[lane].call.value == value ? bit(lane) : 0; });
    return result;
  };
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  const std::uint64_t first_value = lanes_[first].call.value;
  switch (operation) {
  case WarpOperation::sync:
    return;
  case WarpOperation::any:
    return give_all(lanes_with(0) != lanes);
  case WarpOperation::all:
    return give_all(lanes_with(0) == 0);
  case WarpOperation::uniform:
    return give_all(lanes_with(0) == 0 || lanes_with(0) == lanes);
  case WarpOperation::ballot:
    return give_all(lanes & ~lanes_with(0));
  case WarpOperation::match_any:
    return for_each_lane(lanes,
                         [&](unsigned lane) { lanes_[lane].result = lanes_with(lanes_[lane].call.value); });
  case WarpOperation::match_all:
    return give_all(lanes_with(first_value) == lanes ? lanes : 0);
  case WarpOperation::shuffle:
  case WarpOperation::shuffle_up:
  case WarpOperation::shuffle_down:
  case WarpOperation::shuffle_xor:
    return shuffle(operation, lanes);
  default: {
    auto result = static_cast<std::uint32_t>(first_value);
    for_each_lane(lanes & (lanes - 1), [&](unsigned lane) {
      result = reduced(operation, result, static_cast<std::uint32_t>(lanes_[lane].call.value));
    });
    return give_all(result);
  }
  }
}

/// Implements the pseudocode in PTX ISA, "shfl.sync", with its names.
void Warp::shuffle(WarpOperation operation, std::uint32_t lanes) {
  for_each_lane(lanes, [&](unsigned number) {
    const auto lane = static_cast<int>(number);
    const WarpCall &call = lanes_[number].call;
    const auto b = static_cast<int>(call.lane & 31), c = static_cast<int>(call.clamp & 31);
    const auto segment = static_cast<int>(call.clamp >> 8 & 31);
    const int most = (lane & segment) | (c & ~segment);
    int source = 0;
    bool in_range = false;
    switch (operation) {
    case WarpOperation::shuffle_up:
      source = lane - b;
      in_range = source >= most;
      break;
    case WarpOperation::shuffle_down:
      source = lane + b;
      in_range = source <= most;
      break;
    case WarpOperation::shuffle_xor:
      source = lane ^ b;
      in_range = source <= most;
      break;
    default:
      source = (lane & segment) | (b & ~segment);
      in_range = source <= most;
    }
    const bool takes_part = in_range && (lanes & bit(static_cast<unsigned>(source))) != 0;
    const Lane &from = lanes_[takes_part ? static_cast<unsigned>(source) : number];
    lanes_[number].result = from.call.value | std::uint64_t{in_range} << 32;
  });
}

} // namespace kcc::cpu
