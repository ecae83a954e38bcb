// Module files may call every function of abi/cpu_functions.h.
#include "cpu/engine/constant_ranges.h"
#include "cpu/module_imports.h"

#include <array>
#include <cstddef>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <regex>
#include <string>

namespace {

TEST(ModuleImports, ContainEveryFunctionOfTheHeader) {
  std::ifstream in(KCC_CPU_FUNCTIONS_H);
  const std::string header{std::istreambuf_iterator<char>(in), {}};
  const std::regex function("\\b(kcc_cpu_[a-z0-9_]+)\\(");
  int count = 0;
  for (std::sregex_iterator it(header.begin(), header.end(), function), end; it != end; ++it, ++count)
    EXPECT_NE(kcc::cpu::find_import((*it)[1].str()), nullptr) << (*it)[1];
  EXPECT_GT(count, 50);
  EXPECT_NE(kcc::cpu::find_import("kcc_cpu_thread"), nullptr);
  EXPECT_NE(kcc::cpu::find_import("__extendhfsf2"), nullptr);
  EXPECT_EQ(kcc::cpu::find_import("malloc"), nullptr);
}

TEST(ConstantRanges, LastAsLongAsTheirModules) {
  using kcc::cpu::ConstantRange;
  std::array<std::byte, 30> memory{};
  const ConstantRange empty(nullptr, nullptr), first(&memory[0], &memory[10]);
  {
    const ConstantRange second(&memory[20], &memory[30]);
    EXPECT_TRUE(ConstantRange::any_has(&memory[20]));
    EXPECT_TRUE(ConstantRange::any_has(&memory[29]));
    EXPECT_FALSE(ConstantRange::any_has(&memory[10]));
  }
  EXPECT_FALSE(ConstantRange::any_has(&memory[20]));
  EXPECT_TRUE(ConstantRange::any_has(&memory[9]));
  EXPECT_FALSE(ConstantRange::any_has(&memory[0] - 1));
  EXPECT_FALSE(ConstantRange::any_has(nullptr));
}

} // namespace
