// The signature of a C++ type as in the manifest (docs/manifest.md, "Signatures"), computed at compile time.
#ifndef KCC_RUNTIME_SIGNATURE_H
#define KCC_RUNTIME_SIGNATURE_H

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <type_traits>

namespace kcc {

namespace detail {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// Integers and character types, except bool. `std::is_integral` knows __int128 only in GNU mode.
template <class T>
inline constexpr bool is_integer = (std::is_integral_v<T> && !std::is_same_v<T, bool>) ||
                                   std::is_same_v<T, Int128> || std::is_same_v<T, UInt128>;

/// A signature under construction. Longer ones do not compile.
struct SignatureText {
  std::array<char, 1024> text{};
  std::size_t size = 0;

  constexpr SignatureText &add(char c) {
    text[size++] = c;
    return *this;
  }
  constexpr SignatureText &add(std::string_view s) {
    for (char c : s)
      add(c);
    return *this;
  }
  constexpr SignatureText &add_number(std::size_t n) {
    if (n >= 10)
      add_number(n / 10);
    return add(static_cast<char>('0' + n % 10));
  }
};

// The only portable source of a type's name at compile time. GCC writes
// "… [with T = ns::Pixel; std::string_view = …]", clang "… [T = ns::Pixel]".
template <class T> constexpr std::string_view function_text() {
  return __PRETTY_FUNCTION__;
}

/// Adds a class's or enumeration's qualified name: no template arguments, unnamed namespaces as
/// "(anonymous)". `text` is what function_text gives.
constexpr void add_type_name(SignatureText &out, std::string_view text) {
  text.remove_prefix(text.find("T = ") + 4);
  int depth = 0; // of template arguments
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto rest = text.substr(i);
    std::string_view unnamed;
    for (std::string_view spelling : {"{anonymous}", "(anonymous namespace)", "<unnamed>"})
      if (rest.starts_with(spelling))
        unnamed = spelling;
    if (!unnamed.empty()) {
      if (depth == 0)
        out.add("(anonymous)");
      i += unnamed.size() - 1;
    } else if (rest[0] == '\'') { // a character as template argument, which may be a bracket
      i += rest.size() > 1 && rest[1] == '\\' ? 2 : 1;
      while (i < text.size() && text[i] != '\'')
        ++i;
    } else if (rest[0] == '<') {
      ++depth;
    } else if (rest[0] == '>') {
      --depth;
    } else if (depth == 0 && (rest[0] == ';' || rest[0] == ']')) {
      return;
    } else if (depth == 0) {
      out.add(rest[0]);
    }
  }
}

template <class T> inline constexpr bool has_signature = true;

/// Writes one type; the specializations below are the rows of the manifest's table.
template <class T> struct SignatureOf {
  static constexpr void write(SignatureText &out) {
    if constexpr (std::is_same_v<T, bool>) {
      out.add("bool");
    } else if constexpr (std::is_null_pointer_v<T>) {
      out.add("ptr<void>");
    } else if constexpr (is_integer<T>) {
      // static_cast<T>(-1) < 0 instead of is_signed, which does not know __int128 in strict mode.
      out.add(static_cast<T>(-1) < static_cast<T>(1) ? 'i' : 'u').add_number(sizeof(T) * 8);
    } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
      out.add('f').add_number(sizeof(T) * 8);
    } else if constexpr (std::is_enum_v<T>) {
      out.add("enum(");
      add_type_name(out, function_text<T>());
      out.add(':');
      SignatureOf<std::underlying_type_t<T>>::write(out);
      out.add(')');
    } else if constexpr (requires {
                           std::string_view(T::signature());
                         }) { // kcc::float16, where it is a class
      out.add(std::string_view(T::signature()));
    } else if constexpr (std::is_class_v<T> || std::is_union_v<T>) {
      out.add("struct(");
      add_type_name(out, function_text<T>());
      if constexpr (requires { sizeof(T); })
        out.add(':').add_number(sizeof(T)).add(':').add_number(alignof(T));
      out.add(')');
    } else {
      static_assert(!has_signature<T>,
                    "kcc: this type cannot be a kernel's parameter: use integers, bool, float, double, "
                    "enumerations, pointers to objects, std::span, std::array or trivially copyable classes");
    }
  }
};

#if defined(__FLT16_MANT_DIG__) &&                                                                           \
    (defined(__clang__) || defined(__x86_64__) || __GNUC__ >= 13) // not g++ 12 on aarch64
template <> struct SignatureOf<_Float16> {
  static constexpr void write(SignatureText &out) { out.add("f16"); }
};
#endif
#ifdef __STDCPP_BFLOAT16_T__
template <> struct SignatureOf<decltype(0.0bf16)> {
  static constexpr void write(SignatureText &out) { out.add("bf16"); }
};
#elif defined(__clang__) && __clang_major__ >= 15 && (defined(__SSE2__) || defined(__ARM_FEATURE_BF16))
template <> struct SignatureOf<__bf16> {
  static constexpr void write(SignatureText &out) { out.add("bf16"); }
};
#endif

/// What a pointer or span points to.
template <class T> constexpr void write_element(SignatureText &out) {
  if constexpr (std::is_const_v<T>)
    out.add("const ");
  if constexpr (std::is_void_v<T>)
    out.add("void");
  else
    SignatureOf<std::remove_cv_t<T>>::write(out);
}

template <class T> struct SignatureOf<T *> {
  static constexpr void write(SignatureText &out) {
    out.add("ptr<");
    write_element<T>(out);
    out.add('>');
  }
};

template <class T, std::size_t Extent> struct SignatureOf<std::span<T, Extent>> {
  static constexpr void write(SignatureText &out) {
    out.add("span<");
    write_element<T>(out);
    if constexpr (Extent != std::dynamic_extent)
      out.add(',').add_number(Extent);
    out.add('>');
  }
};

template <class T, std::size_t Size> struct SignatureOf<std::array<T, Size>> {
  static constexpr void write(SignatureText &out) {
    out.add("array<");
    write_element<T>(out);
    out.add(',').add_number(Size).add('>');
  }
};

template <class T, std::size_t Size>
struct SignatureOf<T[Size]> : SignatureOf<std::array<std::remove_cv_t<T>, Size>> {};

template <class T> consteval SignatureText signature_text() {
  SignatureText out;
  SignatureOf<std::remove_cv_t<T>>::write(out);
  return out;
}

/// The signature without unused characters, so that the program does not contain them.
template <class T> consteval auto exact_signature() {
  constexpr SignatureText whole = signature_text<T>();
  std::array<char, whole.size> exact{};
  for (std::size_t i = 0; i < whole.size; ++i)
    exact[i] = whole.text[i];
  return exact;
}

template <class T> inline constexpr auto signature_storage = exact_signature<T>();

/// Typed headers use it because `::A ::B::*` means a member of `::A::B`.
template <class Member, class Class> using MemberPointer = Member Class::*;

/// The C++ library of this program. Its classes may differ from another library's in the order of their
/// members.
#ifdef _LIBCPP_VERSION
inline constexpr std::string_view cpp_library = "libc++";
#else
inline constexpr std::string_view cpp_library = "libstdc++";
#endif

template <class T> constexpr bool constructs() {
  [[maybe_unused]] T object{};
  return true;
}
template <class T>
concept ConstantConstructible =
    requires { T{}; } && requires { typename std::bool_constant<constructs<T>()>; };

/// Whether a bit-field has this many bits. `access` assigns a value to it and returns the value that it then
/// has. A signed or unsigned bit-field loses the bits beyond its width; a bool always has one. Without a
/// constant object of T, the width cannot be measured.
template <class T, class Access> consteval bool bit_field_has(Access access, int bits) {
  if constexpr (ConstantConstructible<T>) {
    T object{};
    int kept = 0;
    for (int bit = 0; bit < 64; ++bit)
      kept += access(object, 1ull << bit) != 0;
    return kept == bits || kept == 64; // 64: bool
  } else {
    return true;
  }
}

} // namespace detail

/// The signature of T, such as "span<const f32>" or "struct(ns::Pixel:4:1)"; the text has static lifetime.
/// Does not compile for types that no kernel can take. Classes inside functions have no portable name and
/// compare equal only if both compilers spell it alike.
template <class T> constexpr std::string_view signature() {
  return {detail::signature_storage<T>.data(), detail::signature_storage<T>.size()};
}

} // namespace kcc

#endif
