#include "core/manifest.h"
#include "expect_error.h"

#include <kcc/abi/image.h>

namespace {

using namespace kcc::core;

TEST(Manifest, IsFoundInPtx) {
  EXPECT_EQ(find_ptx_manifest("// a\n// kcc-manifest: {\"version\": 1}\r\n.version 7.0\n"),
            "{\"version\": 1}");
  EXPECT_EQ(find_ptx_manifest("// kcc-manifest: {}"), "{}");
  EXPECT_EQ(find_ptx_manifest(".version 7.0 // kcc-manifest: {}\n"), std::nullopt);
  EXPECT_EQ(find_ptx_manifest(""), std::nullopt);
}

TEST(Manifest, IsParsed) {
  const ModuleInfo info = parse_manifest(
      R"({"version":14,"source":"k.cpp","kernels":[{"name":"ns::k<int>","entry":"_Zk","parameters":[)"
      R"({"name":"p","type":"int","signature":"i32","size":4,"align":4,"fields":[]}],"max_threads":128,)"
      R"("static_shared_bytes":1024,"uses_barrier":true,"uses_grid_sync":true}],"globals":[{"name":"ns::table","type":"float[2]",)"
      R"("signature":"array<f32,2>","size":8,"align":4,"symbol":"_Zt","memory":"constant"}]})",
      "k");
  const std::vector<KernelInfo> &kernels = info.kernels;
  ASSERT_EQ(kernels.size(), 1u);
  EXPECT_EQ(kernels[0].name, "ns::k<int>");
  EXPECT_EQ(kernels[0].entry, "_Zk");
  EXPECT_EQ(kernels[0].max_threads, 128u);
  EXPECT_EQ(kernels[0].static_shared_bytes, 1024u);
  EXPECT_TRUE(kernels[0].uses_barrier);
  EXPECT_TRUE(kernels[0].uses_grid_sync);
  ASSERT_EQ(kernels[0].parameters.size(), 1u);
  EXPECT_EQ(kernels[0].parameters[0].signature, "i32");
  EXPECT_EQ(kernels[0].parameters[0].size, 4u);
  ASSERT_EQ(info.globals.size(), 1u);
  EXPECT_EQ(info.globals[0].symbol, "_Zt");
  EXPECT_EQ(info.globals[0].variable.name, "ns::table");
  EXPECT_EQ(info.globals[0].variable.signature, "array<f32,2>");
  EXPECT_EQ(info.globals[0].variable.size, 8u);
}

/// A manifest with a kernel of one parameter of 24 bytes.
std::string manifest_with(const std::string &no_alias) {
  return R"({"version":14,"kernels":[{"name":"k","entry":"k","parameters":[)"
         R"({"name":"p","type":"S","signature":"array<u64,3>","size":24,"align":8}],"max_threads":0,)"
         R"("static_shared_bytes":0,"uses_barrier":false,"uses_grid_sync":false,"no_alias":[)" +
         no_alias + "]}]}";
}

TEST(Manifest, HasTheSpansThatMustNotOverlap) {
  const ModuleInfo info = parse_manifest(
      manifest_with(
          R"({"name":"p.x","parameter":0,"offset":0,"element_size":4,"read_only":true},)"
          R"({"name":"p.y","parameter":0,"offset":16,"element_size":2,"extent":3,"read_only":false})"),
      "k");
  const std::vector<SpanInfo> &spans = info.kernels.at(0).no_alias;
  ASSERT_EQ(spans.size(), 2u); // those that may be written come first
  EXPECT_EQ(spans[1].name, "p.x");
  EXPECT_EQ(spans[1].element_size, 4u);
  EXPECT_EQ(spans[1].extent, dynamic_extent);
  EXPECT_TRUE(spans[1].read_only);
  EXPECT_EQ(spans[0].offset, 16u);
  EXPECT_EQ(spans[0].extent, 3u);
  EXPECT_FALSE(spans[0].read_only);
}

TEST(Manifest, RefusesSpansThatALaunchCannotRead) {
  for (const char *const place : {R"("parameter":1,"offset":0)", R"("parameter":0,"offset":16)",
                                  R"("parameter":0,"offset":18446744073709551608)"}) {
    const std::string span =
        R"({"name":"s",)" + std::string(place) + R"(,"element_size":4,"read_only":true})";
    EXPECT_ERROR(parse_manifest(manifest_with(span), "module `k`"), "not a kcc manifest", "`s`");
  }
  const std::string span = R"({"name":"s","parameter":0,"offset":0,"element_size":4,"read_only":true})";
  std::string many = span;
  for (int i = 0; i < 64; ++i)
    many += "," + span;
  EXPECT_ERROR(parse_manifest(manifest_with(many), "module `k`"), "more than 64 spans");
}

TEST(Manifest, RefusesOtherVersionsAndOtherText) {
  EXPECT_ERROR(parse_manifest(R"({"version":1,"kernels":[]})", "module `k`"), "manifest of module `k`",
               "version 1", "reads version " + std::to_string(kcc::abi::version));
  EXPECT_ERROR(parse_manifest("{", "module `k`"), "not a kcc manifest");
  EXPECT_ERROR(parse_manifest(R"({"version":14})", "module `k`"), "not a kcc manifest", "kernels");
  EXPECT_ERROR(parse_manifest(R"({"version":14,"kernels":[{"name":3}]})", "module `k`"),
               "not a kcc manifest");
  EXPECT_ERROR(parse_manifest(R"({"version":14,"kernels":[],"globals":[{}]})", "module `k`"),
               "not a kcc manifest");
  EXPECT_ERROR(parse_manifest("[]", "module `k`"), "not a kcc manifest");
}

TEST(PtxEntries, HaveParameterSizes) {
  const auto kernels = scan_ptx_entries(R"(
.version 7.0 // .entry not_this(
/* .entry nor_this( */
.visible .entry first(
  .param .u64 .ptr .global .align 128 first_p0,
  .param .align 8 .b8 first_p1[24],
  .param .f32 first_p2
)
.maxntid 128, 1, 1
{ ret; }
.func (.reg .u32 r) helper(.reg .u64 x) { ret; }
.entry second() { ret; }
.weak .entry third { ret; }
)");
  ASSERT_EQ(kernels.size(), 3u);
  EXPECT_EQ(kernels[0].entry, "first");
  ASSERT_EQ(kernels[0].parameters.size(), 3u);
  EXPECT_EQ(kernels[0].parameters[0].size, 8u);
  EXPECT_EQ(kernels[0].parameters[0].name, "first_p0");
  EXPECT_EQ(kernels[0].parameters[1].size, 24u);
  EXPECT_EQ(kernels[0].parameters[1].align, 8u);
  EXPECT_EQ(kernels[0].parameters[2].size, 4u);
  EXPECT_TRUE(kernels[0].parameters[2].signature.empty());
  EXPECT_TRUE(kernels[1].parameters.empty());
  EXPECT_EQ(kernels[2].entry, "third");
}

TEST(PtxEntries, SurviveBrokenText) {
  for (const char *text :
       {".entry", ".entry x(", ".entry x(.param", ".entry x(.param .b8 y[", "/*", "//", ""})
    EXPECT_LE(scan_ptx_entries(text).size(), 1u) << text;
}

} // namespace
