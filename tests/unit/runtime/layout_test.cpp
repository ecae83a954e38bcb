// What the program's compiler knows about its classes, and how that is compared with manifests.
#include "core/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace layout_test {

struct Mixed {
  int first;
  float weight;
};
struct Swapped {
  float weight;
  int first;
};
struct Node {
  double value;
  Node *next;
  std::span<const Mixed> mixed;
};
struct Padded {
  char c = 'x';
  double d = 2;
  bool b = true;
};
enum class Color : std::uint8_t { red = 1 };
struct Nested {
  Mixed inner[2];
  std::array<float, 3> numbers;
  Color color;
  std::array<Mixed, 2> more;
  short last[3];
};
struct BitFields {
  int a : 3;
  int b : 5;
  float c;
};
struct WithAnonymousUnion {
  union {
    float f;
    int i;
  };
  int after;
};
struct WithAnonymousStruct {
  union {
    struct {
      float x, y, z;
    };
    float v[3];
  };
  std::uint32_t tag;
};
struct Derived : Mixed {
  std::int64_t own;
};
struct alignas(16) Aligned {
  char c;
  alignas(8) short s;
};
struct WithLibraryClasses {
  std::complex<float> c;
  std::pair<int, float> pair;
  std::optional<int> maybe;
};
struct WithComplex {
  std::complex<float> c;
  int i;
};
class Private {
public:
  Private() = default;
  int get() const { return hidden_; }

private:
  int hidden_ = 1;
};
struct HasPrivate {
  short s;
  Private p;
};
struct Empty {};
struct WithEmpty {
  Empty e;
  int i;
};
struct __attribute__((packed)) Packed {
  char c;
  int i;
};
struct WithConst {
  const int i;
  const float f;
};
struct WithFunction {
  void (*function)(int);
  int i;
};
struct NoDefault {
  explicit NoDefault(int) {}
  int i = 0;
};
struct HasNoDefault {
  char c;
  NoDefault n;
};
struct Large {
  float values[100];
  int last;
};
union Either {
  int i;
  float f;
};
enum Plain { zero, one };
struct WithPlainEnum {
  bool b;
  Plain plain;
};
struct Incomplete;
struct PointsToIncomplete {
  Incomplete *p;
  void *v;
  const char *const *text;
};

std::string text(const kcc::detail::ClassLayout &layout) {
  std::string all;
  for (const auto &member : layout.members)
    all += (all.empty() ? "" : " ") + std::to_string(member.offset) + ":" + std::string(member.signature);
  return all;
}
template <class T> std::string members() {
  return text(kcc::detail::class_layout<T>());
}

TEST(ClassLayout, ListsTheMembersOfAggregates) {
  EXPECT_EQ(members<Mixed>(), "0:i32 4:f32");
  EXPECT_EQ(members<Padded>(), "0:i8 8:f64 16:bool");
  EXPECT_EQ(members<Node>(),
            "0:f64 8:ptr<struct(layout_test::Node:32:8)> 16:span<const struct(layout_test::Mixed:8:4)>");
  EXPECT_EQ(members<Nested>(), "0:i32 4:f32 8:i32 12:f32 16:array<f32,3> 28:enum(layout_test::Color:u8) "
                               "32:array<struct(layout_test::Mixed:8:4),2> 48:i16 50:i16 52:i16");
  EXPECT_EQ(members<WithAnonymousUnion>(), "0:f32 4:i32");
  EXPECT_EQ(members<WithAnonymousStruct>(), "0:f32 4:f32 8:f32 12:u32");
  EXPECT_EQ(members<Derived>(), "0:i32 4:f32 8:i64");
  EXPECT_EQ(members<Aligned>(), "0:i8 8:i16");
  EXPECT_EQ(members<WithComplex>(), "0:struct(std::complex:8:4) 8:i32");
  EXPECT_EQ(members<WithLibraryClasses>(),
            "0:struct(std::complex:8:4) 8:struct(std::pair:8:4)"); // up to std::optional
  EXPECT_EQ(members<HasPrivate>(), "0:i16 4:struct(layout_test::Private:4:4)");
  EXPECT_EQ(members<WithEmpty>(), "4:i32");
  EXPECT_EQ(members<WithConst>(), "0:i32 4:f32");
  EXPECT_EQ(members<HasNoDefault>(), "0:i8 4:struct(layout_test::NoDefault:4:4)");
  EXPECT_EQ(members<Either>(), "0:i32");
  EXPECT_EQ(members<WithPlainEnum>(), "0:bool 4:enum(layout_test::Plain:u32)");
  EXPECT_EQ(members<PointsToIncomplete>(),
            "0:ptr<struct(layout_test::Incomplete)> 8:ptr<void> 16:ptr<const ptr<const i8>>");
  EXPECT_EQ(kcc::detail::class_layout<Large>().members.size(), 64u);
}

TEST(ClassLayout, IsUnknownWhereACompilerCannotTell) {
  EXPECT_EQ(members<BitFields>(), "");
  EXPECT_EQ(members<Private>(), "");
  EXPECT_EQ(members<Packed>(), "");
  EXPECT_EQ(members<WithFunction>(), "");
  EXPECT_EQ(members<NoDefault>(), "");
  EXPECT_EQ(members<std::complex<float>>(), "");
}

using kcc::core::EnumeratorInfo;
using kcc::core::FieldInfo;
using kcc::core::no_layout;
using kcc::core::TypeInfo;
using Types = std::vector<TypeInfo>;

FieldInfo field(const char *name, std::size_t offset, const char *signature, std::size_t size,
                int layout = no_layout) {
  return {.name = name, .signature = signature, .offset = offset, .size = size, .layout = layout};
}
TypeInfo type(const char *name, const char *signature, std::size_t size, std::vector<FieldInfo> fields) {
  TypeInfo info;
  info.type = name;
  info.signature = signature;
  info.size = size;
  info.fields = std::move(fields);
  return info;
}

const TypeInfo mixed = type("Mixed", "struct(layout_test::Mixed:8:4)", 8,
                            {field("first", 0, "i32", 4), field("weight", 4, "f32", 4)});
const TypeInfo swapped = type("Mixed", "struct(layout_test::Mixed:8:4)", 8,
                              {field("weight", 0, "f32", 4), field("first", 4, "i32", 4)});

template <class T> std::string difference(const Types &types) {
  return kcc::core::layout_difference(types, 0, kcc::detail::class_layout<T>());
}

TEST(LayoutDifference, BetweenAManifestAndAClass) {
  EXPECT_EQ(difference<Mixed>({mixed}), "");
  EXPECT_EQ(difference<Mixed>({swapped}),
            "`Mixed::weight` at byte 0 is f32 in the kernel, and the program has i32 there");
  EXPECT_EQ(difference<Mixed>({type("Mixed", "", 8, {field("weight", 4, "f32", 4)})}),
            "the program has i32 at byte 0 of `Mixed`, where the kernel has no member");
  EXPECT_EQ(difference<Private>({mixed}), "") << "nothing is known of it";
  EXPECT_EQ(kcc::core::layout_difference({}, no_layout, kcc::detail::class_layout<Mixed>()), "");
}

TEST(LayoutDifference, BehindPointersAndSpans) {
  const TypeInfo node =
      type("Node", "struct(layout_test::Node:32:8)", 32,
           {field("value", 0, "f64", 8), field("next", 8, "ptr<struct(layout_test::Node:32:8)>", 8, 0),
            field("mixed", 16, "span<const struct(layout_test::Mixed:8:4)>", 16, 1)});
  EXPECT_EQ(difference<Node>({node, mixed}), "");
  EXPECT_THAT(difference<Node>({node, swapped}), testing::HasSubstr("`Mixed::weight` at byte 0 is f32"));
}

TEST(LayoutDifference, WithinArraysBasesAndUnions) {
  const auto nested = [](const char *numbers) {
    return type("Nested", "struct(layout_test::Nested:56:4)", 56,
                {field("inner", 0, "array<struct(layout_test::Mixed:8:4),2>", 16, 1),
                 field("numbers", 16, numbers, 12), field("color", 28, "enum(layout_test::Color:u8)", 1),
                 field("more", 32, "array<struct(layout_test::Mixed:8:4),2>", 16, 1),
                 field("last", 48, "array<i16,3>", 6)});
  };
  EXPECT_EQ(difference<Nested>({nested("array<f32,3>"), mixed}), "");
  EXPECT_EQ(
      difference<Nested>({nested("array<i32,3>"), mixed}),
      "`Nested::numbers` at byte 16 is array<i32,3> in the kernel, and the program has array<f32,3> there");
  EXPECT_THAT(difference<Nested>({nested("array<f32,3>"), swapped}),
              testing::HasSubstr("`Mixed::weight` at byte 0"));

  TypeInfo derived = type("Derived", "struct(layout_test::Derived:16:8)", 16, {field("own", 8, "i64", 8)});
  derived.bases = {{0, 1}};
  EXPECT_EQ(difference<Derived>({derived, mixed}), "");
  EXPECT_NE(difference<Derived>({derived, swapped}), "");

  EXPECT_EQ(difference<WithAnonymousStruct>(
                {type("W", "struct(layout_test::WithAnonymousStruct:16:4)", 16,
                      {field("x", 0, "f32", 4), field("y", 4, "f32", 4), field("z", 8, "f32", 4),
                       field("v", 0, "array<f32,3>", 12), field("tag", 12, "u32", 4)})}),
            "");
  EXPECT_EQ(difference<Either>({type("Either", "struct(layout_test::Either:4:4)", 4,
                                     {field("f", 0, "f32", 4), field("i", 0, "i32", 4)})}),
            "");
}

std::string difference(const Types &kernels, const Types &program) {
  return kcc::core::layout_difference(kernels, 0, program, 0);
}

TEST(LayoutDifference, BetweenTwoManifests) {
  EXPECT_EQ(difference({mixed}, {mixed}), "");
  EXPECT_EQ(difference({mixed}, {swapped}),
            "member 1 of `Mixed` is `first` (i32) at byte 0 in the kernel and "
            "`weight` (f32) at byte 0 in the declaration");
  EXPECT_EQ(difference({mixed},
                       {type("Mixed", "struct(layout_test::Mixed:8:4)", 8, {field("first", 0, "i32", 4)})}),
            "the number of members of `Mixed` is 2 in the kernel and 1 in the declaration");

  TypeInfo derived = type("Derived", "struct(D:16:8)", 16, {}), moved = derived;
  derived.bases = {{0, 1}};
  moved.bases = {{8, 1}};
  EXPECT_EQ(difference({derived, mixed}, {derived, mixed}), "");
  EXPECT_THAT(difference({derived, mixed}, {derived, swapped}), testing::HasSubstr("member 1 of `Mixed`"));
  EXPECT_EQ(difference({derived, mixed}, {moved, mixed}),
            "the offset of base 1 of `Derived` is 0 in the kernel and 8 in the declaration");

  TypeInfo color = type("Color", "enum(Color:i32)", 4, {}), other = color;
  color.enumerators = {{"green", "1"}, {"red", "0"}};
  other.enumerators = {{"green", "0"}, {"red", "1"}};
  EXPECT_EQ(difference({color}, {other}), "the list of enumerators of `Color` is {green = 1, red = 0} in the "
                                          "kernel and {green = 0, red = 1} in the declaration");

  TypeInfo bits = type("B", "struct(B:4:4)", 4, {field("a", 0, "i32", 4)}), wider = bits;
  bits.fields[0].bits = 3;
  wider.fields[0].bits = 4;
  EXPECT_EQ(difference({bits}, {wider}),
            "member 1 of `B` is `a` (i32) at byte 0, bit 0, of 3 bits in the kernel "
            "and `a` (i32) at byte 0, bit 0, of 4 bits in the declaration");
}

} // namespace layout_test
