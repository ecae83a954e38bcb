// The environment variables are tested in processes of their own, see CMakeLists.txt.
#include "launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

using namespace kcc::cpu;

namespace {

TEST(Settings, ThreadCountIsWhatWasSet) {
  test::ThreadCountScope scope(7);
  EXPECT_EQ(thread_count(), 7u);
}

TEST(Settings, RefuseWhatIsOutOfRange) {
  EXPECT_THROW(set_thread_count(0), std::invalid_argument);
  EXPECT_THROW(set_thread_count(max_thread_count + 1), std::invalid_argument);
  EXPECT_THROW(set_fiber_stack_bytes(min_fiber_stack_bytes - 1), std::invalid_argument);
  try {
    set_fiber_stack_bytes(100);
    FAIL();
  } catch (const std::invalid_argument &error) {
    EXPECT_STREQ(error.what(),
                 "set_fiber_stack_bytes(100): the value must be a whole number from 16384 to 1073741824");
  }
}

} // namespace
