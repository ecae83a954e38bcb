// The device headers for printing and assertions, in host code.
#undef NDEBUG
#include <kcc/assert.h>
#include <kcc/device/trap.h>
#include <kcc/print.h>

#include <gtest/gtest.h>

#include <string>

namespace {

TEST(HostPrint, PrintsAtOnce) {
  testing::internal::CaptureStdout();
  kcc::print("{} {:.2f} {:>5}|{}\n", 1, 2.5f, std::string("text"), nullptr);
  kcc::print("no arguments, {{}} and 100%\n");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "1 2.50  text|0x0\nno arguments, {} and 100%\n");
}

TEST(HostPrintDeathTest, FailedChecksEndTheProgram) {
  const int value = 3;
  KCC_ASSERT(value == 3, "never said");
  EXPECT_DEATH(KCC_ASSERT(value > 3),
               "the assertion `value > 3` failed, at .*host_print_test.cpp:[0-9]+, in `");
  EXPECT_DEATH(KCC_ASSERT(value > 3, "value is {}", value),
               "the assertion `value > 3` failed: value is 3, at ");
  EXPECT_DEATH(kcc::trap(), "the kernel trapped, at .*host_print_test.cpp:[0-9]+, in `TestBody`");
  EXPECT_DEATH(kcc::unreachable(), "the assertion `kcc::unreachable\\(\\)` failed");
}

} // namespace
