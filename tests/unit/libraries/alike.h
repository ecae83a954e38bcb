// Compares declarations of functions with those of NVIDIA's headers.
#ifndef KCC_TESTS_ALIKE_H
#define KCC_TESTS_ALIKE_H

#include "core/shared_library.h"

#include <string_view>
#include <type_traits>

namespace alike {

/// Whether two types are passed in the same way: the same type, an enumeration and an integer of its size, or
/// pointers to such types or to classes, of which an untyped pointer is one.
template <class Ours, class Theirs> constexpr bool types() {
  if constexpr (std::is_same_v<Ours, Theirs>)
    return true;
  else if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
    using A = std::remove_pointer_t<Ours>;
    using B = std::remove_pointer_t<Theirs>;
    if constexpr ((std::is_class_v<A> || std::is_void_v<A>) && std::is_class_v<B>)
      return true;
    else
      return std::is_const_v<A> == std::is_const_v<B> &&
             types<std::remove_const_t<A>, std::remove_const_t<B>>();
  } else if constexpr (std::is_enum_v<Ours> || std::is_enum_v<Theirs>)
    return (std::is_enum_v<Ours> || std::is_integral_v<Ours>) &&
           (std::is_enum_v<Theirs> || std::is_integral_v<Theirs>) && sizeof(Ours) == sizeof(Theirs);
  else
    return false;
}

template <class Ours, class Theirs> struct Functions;
template <class R, class... A, class S, class... B>
struct Functions<kcc::core::ImportedFunction<R(A...)>, S (*)(B...)> {
  static constexpr bool are_alike() {
    if constexpr (sizeof...(A) == sizeof...(B))
      return types<R, S>() && (types<A, B>() && ... && true);
    else
      return false;
  }
};

/// The text of a name after macros of NVIDIA's headers have mapped it to a symbol.
#define KCC_TEXT(name) #name
#define KCC_EXPANDED_TEXT(name) KCC_TEXT(name)

} // namespace alike

#endif
