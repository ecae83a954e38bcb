#include "schedule_settings.h"

#include "dimensions.h"
#include "grid.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace kcc::cpu {

namespace {

std::atomic<const ScheduleSettings *> chosen_settings{nullptr};

[[noreturn]] void refuse(const char *name, std::string_view text, const char *what) {
  throw std::invalid_argument("environment variable " + std::string(name) + " is '" + std::string(text) +
                              "'; it must be " + what);
}

template <class Number> bool parse_number(std::string_view text, Number &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

/// `x`, `x,y` or `x,y,z`
std::optional<Dim3> parse_index(std::string_view text) {
  Dim3 index{0, 0, 0};
  for (std::uint32_t *const part : {&index.x, &index.y, &index.z}) {
    const std::size_t comma = text.find(',');
    if (!parse_number(text.substr(0, comma), *part))
      return std::nullopt;
    if (comma == text.npos)
      return index;
    text.remove_prefix(comma + 1);
  }
  return std::nullopt;
}

/// Removes a place from the start of `text`.
std::optional<Place> take_place(std::string_view &text) {
  const bool is_index = text.starts_with('(');
  const std::size_t end = is_index ? text.find(')') : std::min(text.find(','), text.size());
  if (end == text.npos)
    return std::nullopt;
  Place place;
  if (is_index && !(place.index = parse_index(text.substr(1, end - 1))))
    return std::nullopt;
  if (!is_index && !parse_number(text.substr(0, end), place.rank))
    return std::nullopt;
  text.remove_prefix(end + (is_index ? 1 : 0));
  return place;
}

/// Whether some block can have the thread.
bool is_in_a_block(const Place &thread) {
  const Dim3 at = thread.index.value_or(Dim3{0, 0, 0});
  return std::max({thread.rank, std::uint64_t{at.x}, std::uint64_t{at.y}, std::uint64_t{at.z}}) <
         max_block_threads;
}

template <class T>
std::optional<T> from_environment(const char *name, T (&parse)(const char *, std::string_view)) {
  const char *const text = std::getenv(name);
  if (text == nullptr || *text == '\0')
    return std::nullopt;
  return parse(name, text);
}

} // namespace

std::optional<std::uint64_t> Place::rank_in(Dim3 extent) const {
  if (index && (index->x >= extent.x || index->y >= extent.y || index->z >= extent.z))
    return std::nullopt;
  const std::uint64_t place = index ? rank_of_index(*index, extent) : rank;
  return place < volume(extent) ? std::optional(place) : std::nullopt;
}

Order parse_order(const char *name, std::string_view text) {
  constexpr std::string_view shuffle = "shuffle:";
  if (text == "forward")
    return {};
  if (text == "reverse")
    return {Order::Kind::reverse};
  Order order{Order::Kind::shuffle};
  if (!text.starts_with(shuffle) || !parse_number(text.substr(shuffle.size()), order.seed))
    refuse(name, text, "forward, reverse or shuffle:SEED, where SEED is a whole number below 2^64");
  return order;
}

ThreadChoice parse_thread_choice(const char *name, std::string_view text) {
  ThreadChoice choice;
  choice.text = text;
  std::string dense(text);
  std::erase(dense, ' ');
  std::string_view rest = dense;
  if (const std::size_t colon = rest.rfind(':'); colon != rest.npos) {
    choice.kernel = rest.substr(0, colon);
    rest.remove_prefix(colon + 1);
  }
  const std::optional<Place> block = take_place(rest);
  const bool has_comma = rest.starts_with(',');
  rest.remove_prefix(has_comma ? 1 : 0);
  const std::optional<Place> thread = take_place(rest);
  if (!block || !has_comma || !thread || !rest.empty() || !is_in_a_block(*thread))
    refuse(name, text,
           "BLOCK,THREAD or KERNEL:BLOCK,THREAD, where BLOCK and THREAD are each a rank or an index, such as "
           "3,17 or scale:(3,0,0),(17,0,0); a block has at most 1024 threads");
  choice.block = *block;
  choice.thread = *thread;
  return choice;
}

const ScheduleSettings &schedule_settings() {
  if (const ScheduleSettings *chosen = chosen_settings.load(std::memory_order_acquire))
    return *chosen;
  static const ScheduleSettings initial{.order =
                                            from_environment("KCC_CPU_ORDER", parse_order).value_or(Order{}),
                                        .only = from_environment("KCC_CPU_THREAD", parse_thread_choice),
                                        .stop = from_environment("KCC_CPU_STOP", parse_thread_choice)};
  return initial;
}

void set_schedule(const ScheduleSettings *settings) {
  chosen_settings.store(settings, std::memory_order_release);
}

} // namespace kcc::cpu
