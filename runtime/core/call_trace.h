// Writes down every call of a driver. Each function of a table gets a wrapper, made from the table: a
// function that knows at compile time which member of the table it stands for. So there is nothing to test in
// the calls of a program without a trace.
#ifndef KCC_RUNTIME_CORE_CALL_TRACE_H
#define KCC_RUNTIME_CORE_CALL_TRACE_H

#include "shared_library.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>
#include <utility>

namespace kcc::core {

/// Whether calls are to be traced: to the file that kcc::trace_drivers was given, else to that of the
/// environment variable KCC_TRACE. From then on it is too late for kcc::trace_drivers. Throws Error if the
/// file cannot be written.
bool is_traced();

/// One line of the trace: a call, from its beginning on.
class TraceLine {
public:
  explicit TraceLine(const char *function) noexcept : function_(function), begin_(Clock::now()) {}

  /// The function has returned. What is added afterwards comes behind its name.
  void returned() noexcept;
  void add(std::string_view text) noexcept;
  void add_number(long long number) noexcept;
  void add_address(std::uintptr_t address) noexcept;
  void write() noexcept;

private:
  using Clock = std::chrono::steady_clock;

  void add_microseconds(Clock::duration time) noexcept;

  const char *function_;
  Clock::time_point begin_, end_;
  std::array<char, 1024> text_; // longer lines are cut
  std::size_t size_ = 0;
};

/// Whether a number of type T is an address to the functions of a table.
template <class Table, class T> inline constexpr bool is_traced_as_address = false;

template <class T> inline constexpr bool is_traced_as_number = std::is_integral_v<T> || std::is_enum_v<T>;

/// A value, and what a call has written through a pointer to a number or handle: `[0x7f0000000000]`.
template <class Table, class T> void add_argument(TraceLine &line, T value, bool is_written) {
  if constexpr (is_traced_as_address<Table, T>) {
    line.add_address(static_cast<std::uintptr_t>(value));
  } else if constexpr (is_traced_as_number<T>) {
    line.add_number(static_cast<long long>(value));
  } else if constexpr (std::is_same_v<T, const char *>) {
    constexpr std::size_t most = 200; // of a PTX text, say
    line.add(value ? "\"" : "null");
    if (value) {
      line.add({value, strnlen(value, most)});
      line.add(strnlen(value, most) == most ? "…\"" : "\"");
    }
  } else if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>) {
    using Pointee = std::remove_pointer_t<T>;
    // Not of `void **`: the arguments of a launch, of which there may be none.
    constexpr bool is_output =
        (is_traced_as_number<Pointee> && !std::is_same_v<Pointee, char>) ||
        (std::is_pointer_v<Pointee> && std::is_class_v<std::remove_pointer_t<Pointee>>);
    if constexpr (is_output && !std::is_const_v<Pointee>) {
      if (value && is_written) {
        line.add("[");
        add_argument<Table>(line, *value, false);
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

/// The wrapper of one member of a table. A result of type `int` is a code, 0 for success, whose name the
/// overload of add_result_name() for the table adds.
template <auto member> struct Traced;
template <class Table, class R, class... P, ImportedFunction<R(P...)> Table::*member> struct Traced<member> {
  static inline ImportedFunction<R(P...)> original;

  static R call(P... arguments) {
    TraceLine line(original.name);
    const auto add_arguments = [&]([[maybe_unused]] bool is_written) {
      line.returned();
      [[maybe_unused]] const char *separator = "";
      line.add("(");
      ((line.add(std::exchange(separator, ", ")), add_argument<Table>(line, arguments, is_written)), ...);
      line.add(")");
    };
    if constexpr (std::is_void_v<R>) {
      original(arguments...);
      add_arguments(true);
      line.write();
    } else {
      const R result = original(arguments...);
      add_arguments(std::is_pointer_v<R> || result == R{});
      line.add(" = ");
      if constexpr (std::is_same_v<R, int>)
        add_result_name(line, static_cast<const Table *>(nullptr), result);
      else
        add_argument<Table>(line, result, false);
      line.write();
      return result;
    }
  }
};

/// Has calls through the member write a line.
template <auto member, class Table> void trace_calls_of(Table &table) {
  if (!(table.*member).function)
    return;
  Traced<member>::original = table.*member;
  (table.*member).function = &Traced<member>::call;
}

} // namespace kcc::core

#endif
