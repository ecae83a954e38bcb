// The members of classes as the program lays them out, for launches by name: the manifest describes the
// kernel's types, but no typed header compares them with the program's.
//
// C++20 has no reflection. But an aggregate can be initialized by objects that convert to any type: they learn
// the types of its members, and if one of them gives other bytes than before, the bytes of the object that
// change are that member's. Members of other classes remain unknown, and so do bit-fields.
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

/// What is known of a class's members; nothing if the list is empty.
using ClassMembers = std::vector<ClassMember>;
struct ClassLayout {
  ClassMembers members;
};

/// What pointers, spans and arrays of a type, and of these, consist of in the end.
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
concept IsScalarLikeClass = requires { std::string_view(T::signature()); }; // kcc::float16, where it is a class

template <class T>
concept HasMembers = (std::is_class_v<T> || std::is_union_v<T>) && !IsScalarLikeClass<T> && requires { sizeof(T); };

/// Whether signature<T>() compiles.
template <class T> constexpr bool has_a_signature() {
  using I = typename Innermost<T>::Type;
#ifdef __FLT16_MANT_DIG__
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

// The conversions below are not const, so that they are no worse than a constructor that takes anything
// (std::optional's): what would go through such a constructor is ambiguous and does not compile.

/// The type of a member that is initialized as a whole. GCC lets nobody copy an anonymous union: its first member is
/// initialized instead.
template <class T>
concept Probed = requires { sizeof(T); } && is_copied_by_its_bytes<T> && std::is_copy_constructible_v<T>;

/// Converts to any type, for counting.
struct AnyValue {
  template <class T>
    requires Probed<T>
  operator T();
};

template <class T, std::size_t... I>
constexpr bool takes_initializers(std::index_sequence<I...>) {
  return requires { T{(static_cast<void>(I), AnyValue())...}; };
}

/// How many initializers an aggregate takes: its members, and for a member that is an array all its elements.
/// At most `most`; 0 where something in the class cannot be initialized like this.
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
    LayoutFunction own = nullptr; ///< of a member that is a class: its own
    std::size_t align = 1;
    bool is_known = true, is_empty = false;
  };
  bool is_marked;
  Seen *seen;

  template <class T>
    requires Probed<T>
  __attribute__((no_sanitize("undefined"))) // the bytes may be no value of an enumeration
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
    alignas(T) std::array<unsigned char, sizeof(T)> bytes; // which begins the lifetime of a T
    bytes.fill(is_marked ? 1 : 0);
    return *std::launder(reinterpret_cast<const T *>(bytes.data()));
  }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wmissing-braces"
#endif

/// The bytes of a `T` whose member number `marked` has other bytes than the others.
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
/// Sets the offset to where the bytes differ. False if that cannot be the member, which begins at or after
/// `least_offset`.
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

/// Found at the first call. Of large classes only the first members are.
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
