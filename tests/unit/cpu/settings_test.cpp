// The environment variables are tested in separate processes, see CMakeLists.txt.
#include "launch.h"
#include "temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sched.h>
#include <stdexcept>
#include <thread>

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

TEST(Processors, FollowTheAffinity) {
  unsigned on_one = 0, before = 0;
  std::thread([&] { // the affinity ends with the thread
    before = usable_processors();
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    on_one = usable_processors();
  })
      .join();
  EXPECT_EQ(on_one, 1u);
  EXPECT_GE(before, 1u);
  EXPECT_LE(before, std::thread::hardware_concurrency());
}

/// A folder with control group files as Linux shows them.
class ControlGroups : public testing::Test {
protected:
  void write(const std::string &file, const std::string &text) {
    const std::filesystem::path path = root_ / file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::optional<double> quota(const std::string &groups) {
    return quota_of_control_groups(groups, root_.path().string());
  }

  TemporaryFolder root_;
};

TEST_F(ControlGroups, OfVersion2LimitThoseBelow) {
  EXPECT_EQ(quota("0::/a/b\n"), std::nullopt);
  write("a/b/cpu.max", "max 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), std::nullopt);
  write("a/cpu.max", "150000 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 1.5);
  write("a/b/cpu.max", "50000 100000\n");
  EXPECT_EQ(quota("0::/a/b\n"), 0.5);
  write("cpu.max", "20000 100000\n"); // where a container mounts its own group as the root
  EXPECT_EQ(quota("0::/\n"), 0.2);
}

TEST_F(ControlGroups, OfVersion1LimitThoseBelow) {
  const std::string groups = "9:memory:/a\n4:cpu,cpuacct:/a/b\n0::/\n";
  EXPECT_EQ(quota(groups), std::nullopt);
  write("cpu/a/b/cpu.cfs_quota_us", "-1\n");
  write("cpu/a/b/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota(groups), std::nullopt);
  write("cpu/a/cpu.cfs_quota_us", "300000\n");
  write("cpu/a/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(quota(groups), 3.0);
}

} // namespace
