#include "cuda/choose_code.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace {

using namespace kcc::cuda;

/// The architecture chosen from those present, for a device; "none" if none runs.
std::string choose(const std::vector<const char *> &present, int capability) {
  std::vector<kcc::abi::Code> codes{{kcc::abi::CodeKind::cpu, "sm_90", "", nullptr, 0}};
  for (const char *arch : present)
    codes.push_back({kcc::abi::CodeKind::ptx, arch, "", "", 0});
  kcc::abi::Image image{};
  image.codes = codes.data();
  image.code_count = static_cast<std::uint32_t>(codes.size());
  const kcc::abi::Code *chosen = choose_code(image, capability);
  return chosen ? chosen->arch : "none";
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

} // namespace
