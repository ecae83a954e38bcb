#include "cuda/choose_code.h"

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace kcc::cuda;

/// The architecture chosen from those present, for a device; "none" if none runs. "cubin sm_90" is a cubin.
std::string choose(const std::vector<const char *> &present, int capability) {
  std::vector<kcc::abi::Code> codes{{kcc::abi::CodeKind::cpu, "sm_90", "", nullptr, 0}};
  for (const std::string_view name : present) {
    const bool is_cubin = name.starts_with("cubin ");
    codes.push_back({is_cubin ? kcc::abi::CodeKind::cubin : kcc::abi::CodeKind::ptx,
                     name.data() + (is_cubin ? 6 : 0), "", "", 0});
  }
  kcc::abi::Image image{};
  image.codes = codes.data();
  image.code_count = static_cast<std::uint32_t>(codes.size());
  const kcc::abi::Code *chosen = choose_code(image, capability);
  if (!chosen)
    return "none";
  return (chosen->kind == kcc::abi::CodeKind::cubin ? "cubin " : "") + std::string(chosen->arch);
}

TEST(ChooseCode, TakesTheGreatestThatRuns) {
  EXPECT_EQ(choose({"sm_75", "sm_90", "sm_80"}, 86), "sm_80");
  EXPECT_EQ(choose({"sm_75", "sm_90", "sm_80"}, 90), "sm_90");
  EXPECT_EQ(choose({"sm_75", "sm_90", "sm_80"}, 120), "sm_90");
  EXPECT_EQ(choose({"sm_80"}, 75), "none");
  EXPECT_EQ(choose({}, 75), "none");
}

TEST(ChooseCode, TakesArchitectureSpecificCodeOnExactlyThatArchitecture) {
  EXPECT_EQ(choose({"sm_90", "sm_90a"}, 90), "sm_90a");
  EXPECT_EQ(choose({"sm_90a", "sm_90"}, 90), "sm_90a");
  EXPECT_EQ(choose({"sm_90a", "sm_80"}, 100), "sm_80");
  EXPECT_EQ(choose({"sm_90a"}, 100), "none");
}

TEST(ChooseCode, TakesFamilyCodeWithinTheFamily) {
  EXPECT_EQ(choose({"sm_100f", "sm_90"}, 103), "sm_100f");
  EXPECT_EQ(choose({"sm_103f", "sm_90"}, 100), "sm_90");
  EXPECT_EQ(choose({"sm_100f", "sm_90"}, 120), "sm_90");
}

TEST(ChooseCode, PassesOverNamesItDoesNotKnow) {
  EXPECT_EQ(choose({"compute_75", "sm_", "sm_7x", "sm_75ab", "sm_9"}, 90), "none");
}

TEST(ChooseCode, TakesCubinsThatFitBeforePtx) {
  EXPECT_EQ(choose({"sm_90", "cubin sm_90"}, 90), "cubin sm_90");
  EXPECT_EQ(choose({"cubin sm_90", "sm_90"}, 90), "cubin sm_90");
  EXPECT_EQ(choose({"cubin sm_90a", "sm_90a"}, 90), "cubin sm_90a");
  EXPECT_EQ(choose({"cubin sm_80", "sm_80"}, 86), "cubin sm_80"); // the same generation
  EXPECT_EQ(choose({"cubin sm_80", "sm_86"}, 86), "sm_86");
  EXPECT_EQ(choose({"cubin sm_86", "sm_75"}, 80), "sm_75"); // older ones of a generation do not run it
  EXPECT_EQ(choose({"cubin sm_80", "sm_80"}, 90), "sm_80"); // nor do other generations
  EXPECT_EQ(choose({"cubin sm_90a", "sm_80"}, 100), "sm_80");
  EXPECT_EQ(choose({"cubin sm_100f", "sm_90"}, 103), "cubin sm_100f");
  EXPECT_EQ(choose({"cubin sm_86", "sm_80"}, 87), "sm_80"); // a system on a chip
  EXPECT_EQ(choose({"cubin sm_87", "sm_80"}, 87), "cubin sm_87");
  EXPECT_EQ(choose({"cubin sm_87", "sm_80"}, 89), "sm_80");
  EXPECT_EQ(choose({"cubin sm_80"}, 90), "none");
}

} // namespace
