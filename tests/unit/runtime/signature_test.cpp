#include <kcc/runtime/signature.h>

#include "core/same_signature.h"

#include <complex>
#include <cstdint>
#include <gtest/gtest.h>

namespace signature_test {
struct Pixel {
  std::uint8_t r, g, b, a;
};
template <class T> struct Pair {
  T a, b;
  struct Inner {
    T x;
  };
};
template <char c> struct Tag {
  int i;
};
union Bits {
  float f;
  std::uint64_t u;
};
enum class Order : short { up };
namespace {
struct Hidden {
  double d;
};
} // namespace
} // namespace signature_test

namespace {

using namespace signature_test;
using kcc::signature;

// The table in docs/manifest.md, row by row, at compile time.
static_assert(signature<bool>() == "bool");
static_assert(signature<char>() == (static_cast<char>(-1) < 0 ? "i8" : "u8"));
static_assert(signature<std::int8_t>() == "i8" && signature<unsigned char>() == "u8");
static_assert(signature<short>() == "i16" && signature<char16_t>() == "u16");
static_assert(signature<int>() == "i32" && signature<char32_t>() == "u32" && signature<wchar_t>() == "i32");
static_assert(signature<long>() == "i64" && signature<long long>() == "i64");
static_assert(signature<std::size_t>() == "u64");
static_assert(signature<kcc::detail::Int128>() == "i128" && signature<kcc::detail::UInt128>() == "u128");
static_assert(signature<float>() == "f32" && signature<double>() == "f64");
static_assert(signature<Order>() == "enum(signature_test::Order:i16)");
static_assert(signature<float *>() == "ptr<f32>" && signature<const float *>() == "ptr<const f32>");
static_assert(signature<void *>() == "ptr<void>" && signature<float **>() == "ptr<ptr<f32>>");
static_assert(signature<std::span<float>>() == "span<f32>");
static_assert(signature<std::span<const float>>() == "span<const f32>");
static_assert(signature<std::span<float, 4>>() == "span<f32,4>");
static_assert(signature<std::array<float, 4>>() == "array<f32,4>" && signature<float[4]>() == "array<f32,4>");
static_assert(signature<std::array<std::array<int, 2>, 3>>() == "array<array<i32,2>,3>");
static_assert(signature<Pixel>() == "struct(signature_test::Pixel:4:1)");
static_assert(signature<Bits>() == "struct(signature_test::Bits:8:8)");
static_assert(signature<std::span<const Pixel>>() == "span<const struct(signature_test::Pixel:4:1)>");
static_assert(signature<const int>() == "i32");
#ifdef __FLT16_MANT_DIG__
static_assert(signature<_Float16>() == "f16");
#endif

TEST(Signature, LeavesTemplateArgumentsOut) {
  EXPECT_EQ(signature<Pair<float>>(), "struct(signature_test::Pair:8:4)");
  EXPECT_EQ(signature<Pair<Pair<double>>::Inner>(), "struct(signature_test::Pair::Inner:16:8)");
  EXPECT_EQ(signature<Tag<'>'>>(), "struct(signature_test::Tag:4:4)");
  EXPECT_EQ(signature<Tag<'\''>>(), "struct(signature_test::Tag:4:4)");
  EXPECT_EQ(signature<Pair<Hidden>>(), "struct(signature_test::Pair:16:8)");
  EXPECT_EQ(signature<std::complex<float>>(), "struct(std::complex:8:4)");
}

TEST(Signature, NamesUnnamedNamespacesAlikeOnAllCompilers) {
  EXPECT_EQ(signature<Hidden>(), "struct(signature_test::(anonymous)::Hidden:8:8)");
}

TEST(SameSignature, TakesLeftOutInlineNamespaces) {
  using kcc::core::same_signature;
  EXPECT_TRUE(same_signature("struct(ns::v1::P:4:1)", "struct(ns::P:4:1)"));
  EXPECT_TRUE(same_signature("span<const struct(ns::P:4:1)>", "span<const struct(ns::v1::P:4:1)>"));
  EXPECT_TRUE(same_signature("enum((anonymous)::E:i32)", "enum((anonymous)::E:i32)"));
}

TEST(SameSignature, RefusesOtherTypes) {
  using kcc::core::same_signature;
  EXPECT_FALSE(same_signature("struct(ns::P:4:1)", "struct(ns::Q:4:1)"));
  EXPECT_FALSE(same_signature("struct(a::P:4:1)", "struct(b::P:4:1)"));
  EXPECT_FALSE(same_signature("struct(ns::P:4:1)", "struct(ns::P:8:1)"));
  EXPECT_FALSE(same_signature("span<f32>", "span<const f32>"));
  EXPECT_FALSE(same_signature("span<f32>", "span<f32,4>"));
  EXPECT_FALSE(same_signature("i32", "u32"));
  EXPECT_FALSE(same_signature("ptr<f32>", "span<f32>"));
  EXPECT_FALSE(same_signature("f32", ""));
}

} // namespace
