// Finds out how the program lays out its classes, for launches by name: the manifest describes the kernel's
// types, but there is no typed header that compares them with the program's.
//
// C++20 has no reflection. But an aggregate can be initialized with objects that convert to any type (Probe).
// Their conversions reveal the members' types; and if one of them produces different bytes than before, the
// bytes of the aggregate that change are that member's. Nothing is known about the members of other classes
// and of aggregates with bit-fields.
#ifndef KCC_RUNTIME_LAYOUT_H
#define KCC_RUNTIME_LAYOUT_H

#include <kcc/runtime/signature.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace kcc::detail {

/// What the compiler requires of a parameter type. `std::pair` is not trivially copyable, because its
/// assignment is not trivial, but nothing is assigned.
template <class T>
inline constexpr bool is_copied_by_its_bytes =
    std::is_trivially_copyable_v<T> ||
    (std::is_trivially_copy_constructible_v<T> && std::is_trivially_destructible_v<T>);

struct ClassLayout;
using LayoutFunction = const ClassLayout &(*)();

/// A member, or a member of a member that is a class, or an element of an array that is a member.
struct ClassMember {
  std::size_t offset = 0, size = 0; ///< bytes
  std::string_view signature;
  LayoutFunction leads_to = nullptr; ///< the class that it points to or is an array of; null if there is none
};

/// What is known about the members of a class; nothing if the list is empty.
using ClassMembers = std::vector<ClassMember>;
struct ClassLayout {
  ClassMembers members;
};

/// The type that remains after all pointers, spans and arrays have been removed.
template <class T> struct Innermost {
  using Type = T;
};
template <class T> struct Innermost<T *> : Innermost<std::remove_cv_t<T>> {};
template <class T, std::size_t Size> struct Innermost<T[Size]> : Innermost<std::remove_cv_t<T>> {};
template <class T, std::size_t Size>
struct Innermost<std::array<T, Size>> : Innermost<std::remove_cv_t<T>> {};
template <class T, std::size_t Extent>
struct Innermost<std::span<T, Extent>> : Innermost<std::remove_cv_t<T>> {};

template <class T>
concept IsScalarLikeClass =
    requires { std::string_view(T::signature()); }; // kcc::float16, where it is a class

template <class T>
concept HasMembers =
    (std::is_class_v<T> || std::is_union_v<T>) && !IsScalarLikeClass<T> && requires { sizeof(T); };

/// Whether signature<T>() compiles.
template <class T> constexpr bool has_a_signature() {
  using I = typename Innermost<T>::Type;
#if defined(__FLT16_MANT_DIG__) &&                                                                           \
    (defined(__clang__) || defined(__x86_64__) || __GNUC__ >= 13) // not g++ 12 on aarch64
  if constexpr (std::is_same_v<I, _Float16>)
    return true;
#endif
  return std::is_same_v<I, bool> || is_integer<I> || std::is_same_v<I, float> || std::is_same_v<I, double> ||
         std::is_enum_v<I> || std::is_class_v<I> || std::is_union_v<I> ||
         (std::is_void_v<I> && std::is_pointer_v<T>);
}

template <class T> const ClassLayout &class_layout();

template <class T> constexpr LayoutFunction layout_function() {
  using I = typename Innermost<T>::Type;
  if constexpr (HasMembers<I>)
    return &class_layout<I>;
  else
    return nullptr;
}

// The conversions below are not const. So they rank equal to a constructor that takes anything, such as
// std::optional's, and a member with such a constructor is ambiguous and does not compile.

/// The type of a member that can be initialized as a whole. GCC does not allow copying anonymous unions:
/// their first member is initialized instead.
template <class T>
concept Probed = requires { sizeof(T); } && is_copied_by_its_bytes<T> && std::is_copy_constructible_v<T>;

/// Converts to any type, for counting.
struct AnyValue {
  template <class T>
    requires Probed<T>
  operator T();
};

template <class T, std::size_t... I> constexpr bool takes_initializers(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), AnyValue())...}; };
}

/// The number of initializers that an aggregate takes, at most `most`: one per member, and one per element of
/// a member that is an array. 0 if some member cannot be initialized like this.
template <class T, std::size_t most, std::size_t count = 1> constexpr std::size_t count_initializers() {
  if constexpr (count > most)
    return 0;
  else if constexpr (!takes_initializers<T>(std::make_index_sequence<count>()))
    return count_initializers<T, most, count + 1>();
  else if constexpr (count < most && takes_initializers<T>(std::make_index_sequence<count + 1>()))
    return count_initializers<T, most, count + 1>();
  else
    return count;
}

/// Converts to any type, to a value whose bytes are all 1 or all 0.
struct Probe {
  struct Seen {
    ClassMember member;
    LayoutFunction own = nullptr; ///< the layout of the member itself, if it is a class
    std::size_t align = 1;
    bool is_known = true, is_empty = false;
  };
  bool is_marked;
  Seen *seen;

  template <class T>
    requires Probed<T>
  __attribute__((no_sanitize("undefined"))) // the bytes may be an invalid value of an enumeration
  operator T() {
    seen->member.size = sizeof(T);
    seen->align = alignof(T);
    seen->is_empty = std::is_empty_v<T>;
    if constexpr (!has_a_signature<T>()) {
      seen->is_known = false;
    } else {
      seen->member.signature = signature<T>();
      seen->member.leads_to = layout_function<T>();
      if constexpr (HasMembers<T> && std::is_same_v<typename Innermost<T>::Type, T>)
        seen->own = &class_layout<T>;
    }
    alignas(T) std::array<unsigned char, sizeof(T)> bytes; // starts the lifetime of a T
    bytes.fill(is_marked ? 1 : 0);
    return *std::launder(reinterpret_cast<const T *>(bytes.data()));
  }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wmissing-braces"
#endif

/// The bytes of a `T` in which only the bytes of member number `marked` are set.
template <class T, std::size_t... I>
std::vector<unsigned char> bytes_with_mark(std::size_t marked, std::array<Probe::Seen, sizeof...(I)> &seen,
                                           std::index_sequence<I...>) {
  struct Free {
    void operator()(void *memory) const { ::operator delete(memory, std::align_val_t(alignof(T))); }
  };
  const std::unique_ptr<void, Free> memory(::operator new(sizeof(T), std::align_val_t(alignof(T))));
  std::memset(memory.get(), 0, sizeof(T));
  ::new (memory.get()) T{Probe{I == marked, &seen[I]}...};
  std::vector<unsigned char> bytes(sizeof(T));
  std::memcpy(bytes.data(), memory.get(), sizeof(T));
  return bytes;
}

#pragma GCC diagnostic pop

/// Adds the members of a class that is itself a member.
void add_members(ClassMembers &members, const ClassMember &member, const ClassLayout &own);
/// Sets the member's offset to where the bytes differ. Returns false if these bytes cannot be the member's,
/// which does not begin before `least_offset`.
bool find_member(Probe::Seen &seen, std::size_t least_offset, std::span<const unsigned char> unmarked,
                 std::span<const unsigned char> marked);

template <class T, std::size_t count> ClassLayout find_layout() {
  constexpr auto indices = std::make_index_sequence<count>();
  std::array<Probe::Seen, count> seen;
  const auto unmarked = bytes_with_mark<T>(count, seen, indices);
  ClassLayout layout;
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto marked = bytes_with_mark<T>(i, seen, indices);
    const ClassMember &member = seen[i].member;
    if (seen[i].is_empty)
      continue;
    if (!seen[i].is_known || !find_member(seen[i], end, unmarked, marked))
      return {};
    end = member.offset + member.size;
    if (seen[i].own != nullptr)
      add_members(layout.members, member, seen[i].own());
    else
      layout.members.push_back(member);
  }
  return layout;
}

/// The layout of `T`, found by the first call. For large classes it has only the first members.
template <class T> const ClassLayout &class_layout() {
  constexpr std::size_t most_members = 64, most_bytes = 65536;
  static const ClassLayout layout = [] {
    if constexpr (std::is_aggregate_v<T> && is_copied_by_its_bytes<T> && !std::is_empty_v<T> &&
                  sizeof(T) <= most_bytes) {
      constexpr std::size_t count =
          count_initializers<T, (sizeof(T) < most_members ? sizeof(T) : most_members)>();
      if constexpr (count != 0)
        return find_layout<T, count>();
    }
    return ClassLayout{};
  }();
  return layout;
}

} // namespace kcc::detail

#endif
