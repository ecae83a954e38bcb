// The kernels, their launches and their arguments.
#ifndef CODEGEN_TABLE_H
#define CODEGEN_TABLE_H

#include "values.h"

#include <kcc/runtime.h>

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace codegen {

/// A kernel's parameter as bytes: the address and the number of elements of a buffer, which are also a span,
/// or a number.
struct Argument {
  void *data = nullptr;
  std::size_t count = 0;
  std::array<std::byte, 8> number{};
  bool is_buffer = false;

  /// Its address, as the driver wants it. A parameter that is a pointer is the first half of a span.
  void *address() { return is_buffer ? static_cast<void *>(&data) : number.data(); }
};

/// How far apart two floating-point results may be; integers are equal.
struct Tolerance {
  double relative = 1e-5;
  double absolute = 1e-6;
  /// The part of the results that may differ by more, for kernels that decide by rounded numbers. Of integers
  /// too.
  double outliers = 0;
};

/// A buffer as a row describes it.
struct BufferValue {
  std::size_t count; ///< elements
  Fill fill;
  std::optional<Number> type; ///< what the elements consist of, if they are structs that aren't of float
};
using Value = std::variant<BufferValue, std::int64_t, double>;

inline Value buffer(std::size_t count, Fill fill, std::optional<Number> type = {}) {
  return BufferValue{count, std::move(fill), type};
}
/// A buffer that the kernel fills.
inline Value result(std::size_t count, std::optional<Number> type = {}) {
  return BufferValue{count, zeros(), type};
}

/// A parameter of a kernel, from the types of the kernel and the value in its row.
struct Parameter {
  bool is_buffer = false, is_written = false;
  Number type{};         ///< buffers: of what the elements consist
  std::size_t bytes = 0; ///< buffers: of all elements
  std::size_t count = 0; ///< buffers: elements
  Fill fill;             ///< buffers
  Argument number;       ///< others
};

enum Form { pointers, restricted, spans, forms };
inline constexpr std::array<const char *, forms> form_names = {"pointers", "restrict", "spans"};

using Launch = std::function<void(kcc::Stream &, const kcc::LaunchConfig &, std::span<const Argument>)>;

struct Row {
  std::string name, file;
  kcc::LaunchConfig config;
  std::vector<Parameter> parameters;
  Tolerance tolerance;
  /// nvcc leaves calls of library functions that are not constexpr (std::advance, std::iter_swap) out of the
  /// code, without a word.
  bool is_wrong_with_nvcc = false;
  std::array<Launch, forms> launches; ///< of the code that is linked into the program

  /// A third of the kernels, of which nobody looks at the code while working on kcc. A hash of the name, so
  /// that it does not depend on which other kernels there are (FNV-1a).
  bool is_aside() const {
    std::uint32_t hash = 2166136261;
    for (const char character : name)
      hash = (hash ^ static_cast<unsigned char>(character)) * 16777619;
    return (hash >> 16) % 3 == 0;
  }
};

/// All rows. `tiny` makes the launches so small that the CPU device runs them in a moment.
std::vector<Row> make_table(bool tiny);

// ---- How rows come from typed kernels ----

template <class P> struct SpanOf : std::false_type {};
template <class T> struct SpanOf<std::span<T>> : std::true_type {
  using Element = T;
};

template <class P> P from_argument(const Argument &argument) {
  if constexpr (SpanOf<P>::value) {
    return P(static_cast<typename SpanOf<P>::Element *>(argument.data), argument.count);
  } else if constexpr (std::is_pointer_v<P>) {
    return static_cast<P>(argument.data);
  } else {
    P value;
    std::memcpy(&value, argument.number.data(), sizeof value);
    return value;
  }
}

template <class... P> Launch launch_of(const kcc::Kernel<P...> &kernel) {
  return
      [&kernel](kcc::Stream &stream, const kcc::LaunchConfig &config, std::span<const Argument> arguments) {
        [&]<std::size_t... i>(std::index_sequence<i...>) {
          stream.launch(kernel, config, from_argument<P>(arguments[i])...);
        }(std::index_sequence_for<P...>());
      };
}

/// Throws std::bad_variant_access if the row has a number for a buffer or the other way round.
template <class P> Parameter make_parameter(const Value &value) {
  Parameter parameter;
  if constexpr (SpanOf<P>::value) {
    using Element = typename SpanOf<P>::Element;
    using T = std::remove_const_t<Element>;
    const auto &buffer = std::get<BufferValue>(value);
    parameter.is_buffer = true;
    parameter.is_written = !std::is_const_v<Element>;
    parameter.type = buffer.type.value_or(number_of<T>());
    parameter.count = buffer.count;
    parameter.bytes = buffer.count * sizeof(T);
    parameter.fill = buffer.fill;
  } else {
    static_assert(sizeof(P) <= 8);
    const P number = std::holds_alternative<double>(value) ? static_cast<P>(std::get<double>(value))
                                                           : static_cast<P>(std::get<std::int64_t>(value));
    std::memcpy(parameter.number.number.data(), &number, sizeof number);
  }
  return parameter;
}

} // namespace codegen

#endif
