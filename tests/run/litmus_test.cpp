// Litmus tests of atomic operations at each scope: no outcome that the C++ memory model forbids may occur in
// millions of instances. Allowed weak outcomes are counted and printed: a nonzero count shows that the device
// does reorder, and that the test notices it.
#include "devices.h"
#include "kernels/litmus.h"
#include "litmus_kernels.h"

#include <kcc/atomic.h>
#include <kcc/runtime.h>

#include <gtest/gtest.h>
#include <iomanip>
#include <iostream>
#include <random>
#include <vector>

namespace {

using namespace litmus;
using kcc::Blocks;
using kcc::Buffer;
using kcc::LaunchConfig;
using kcc::Threads;

/// How much work a device gets.
struct Size {
  std::uint32_t launches, groups, rounds, width, stress_blocks, first_polls;
  constexpr std::uint32_t instances() const { return groups * rounds * width; }
};
/// 2^24 instances of two threads, in blocks that all run at the same time on a GPU with at least 60
/// multiprocessors; on smaller ones some wait for each other in vain.
constexpr Size gpu_size{64, 64, 16, 256, 64, 2000};
/// A block is an OS thread, which takes a while to wake up; threads of one block take turns.
constexpr Size cpu_size{4, 1, 1 << 13, 1, 0, 10000000};
constexpr std::uint32_t max_stride = 16;

const char *name_of(kcc::scope scope) {
  constexpr const char *names[] = {"thread", "block", "cluster", "device", "system"};
  return names[static_cast<int>(scope)];
}

class Litmus : public kcc::testing::DeviceTest {
protected:
  /// Runs all tests of the table at one scope.
  template <kcc::scope Scope> void check() {
    std::cout << std::left << std::setw(21) << "test" << std::setw(9) << "scope" << std::right
              << std::setw(11) << "instances" << std::setw(10) << "outcomes" << std::setw(10) << "weak"
              << "\n";
#define LITMUS_CHECK(Name, ...) check_one<Scope>(Program::Name, litmus_kernels::run<Program::Name, Scope>);
    LITMUS_TESTS(LITMUS_CHECK)
#undef LITMUS_CHECK
  }

private:
  template <kcc::scope Scope, class Kernel> void check_one(Program which, const Kernel &kernel) {
    const Row test = row(which);
    SCOPED_TRACE(test.name);
    const std::uint32_t partners = roles(test.shape);
    // Without clusters of several blocks, a cluster is one block.
    const bool in_a_cluster = Scope == kcc::scope::cluster && GetParam() == kcc::Backend::cuda &&
                              device_.limits().max_cluster_blocks >= partners;
    const bool in_a_block = Scope == kcc::scope::block || (Scope == kcc::scope::cluster && !in_a_cluster);
    total_.fill_bytes(stream_, std::byte{0});
    for (std::uint32_t i = 0; i < size_.launches; ++i) {
      Plan plan = next_plan();
      plan.in_a_block = in_a_block;
      plan.neighbours |= in_a_cluster;
      memory_.fill_bytes(stream_, std::byte{0});
      seen_.fill_bytes(stream_, std::byte{0xff});
      counters_.fill_bytes(stream_, std::byte{0});
      const std::uint32_t blocks = in_a_block ? plan.groups : plan.groups * partners;
      LaunchConfig config{Blocks(blocks + size_.stress_blocks),
                          Threads(in_a_block ? plan.width * partners : plan.width)};
      if (in_a_cluster) {
        config.grid.x = (config.grid.x + partners - 1) / partners * partners;
        config.cluster = Blocks(partners);
      }
      stream_.launch(kernel, config, plan, memory_, seen_, counters_, scratch_);
      stream_.launch(litmus_kernels::count, {Blocks(64), Threads(128)}, plan, memory_, seen_, total_);
    }
    report(test, Scope, total_.to_host(stream_));
  }

  void report(const Row &test, kcc::scope scope, const std::vector<std::uint32_t> &total) {
    std::uint64_t instances = 0, weak = 0, outcomes = 0;
    for (std::uint32_t i = 0; i < bins; ++i) {
      if (total[i] == 0)
        continue;
      const Outcome o = outcome(i);
      instances += total[i];
      ++outcomes;
      if (is_weak(test.shape, o))
        weak += total[i];
      for (std::uint32_t k = 0; k < 4; ++k)
        EXPECT_EQ(o.seen[k] == nothing, k >= observations(test.shape))
            << total[i] << " times r" << k << " is no value that was stored";
      EXPECT_NE(o.x, nothing);
      EXPECT_NE(o.y, nothing);
    }
    EXPECT_EQ(instances, std::uint64_t{size_.launches} * size_.instances());
    if (test.weak == Weak::forbidden)
      EXPECT_EQ(weak, 0u) << "the outcome is forbidden";
    std::cout << std::left << std::setw(21) << test.name << std::setw(9) << name_of(scope) << std::right
              << std::setw(11) << instances << std::setw(10) << outcomes << std::setw(10) << weak
              << (test.weak == Weak::allowed ? " (allowed)" : "") << "\n";
  }

  Plan next_plan() {
    auto any = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(engine_() % limit); };
    Plan plan{};
    plan.groups = size_.groups;
    plan.rounds = size_.rounds;
    plan.width = size_.width;
    // In one of four launches x and y are adjacent, in the same cache line.
    const bool together = any(4) == 0;
    constexpr std::uint32_t strides[] = {2, 4, 8, 16};
    plan.stride = strides[any(4)];
    plan.y_begin = together ? 1 : plan.instances() * plan.stride + any(64);
    plan.y_factor = together ? 1 : any(plan.instances()) | 1;
    plan.lane_factor = any(plan.width) | 1;
    plan.seed = any(UINT32_MAX);
    plan.delay_mask = (1u << any(6)) - 1;
    plan.first_polls = size_.first_polls;
    plan.polls = 2000;
    plan.neighbours = any(2);
    plan.warm = any(2);
    plan.stress = any(2) == 0 ? 0 : 10000;
    return plan;
  }

  kcc::Stream stream_{device_};
  Size size_ = GetParam() == kcc::Backend::cuda ? gpu_size : cpu_size;
  std::mt19937 engine_{1};
  Buffer<std::uint32_t> memory_{device_, 2 * std::size_t{size_.instances()} * max_stride + 64};
  Buffer<std::uint32_t> seen_{device_, 4 * std::size_t{size_.instances()}};
  Buffer<std::uint32_t> counters_{device_, 32 * (1 + std::size_t{size_.groups})};
  Buffer<std::uint32_t> scratch_{device_, std::vector<std::uint32_t>(1 << 16)};
  Buffer<std::uint32_t> total_{device_, bins};
};
KCC_FOR_EVERY_DEVICE(Litmus);

TEST_P(Litmus, AtBlock) {
  check<kcc::scope::block>();
}
TEST_P(Litmus, AtCluster) {
  check<kcc::scope::cluster>();
}
TEST_P(Litmus, AtDevice) {
  check<kcc::scope::device>();
}
TEST_P(Litmus, AtSystem) {
  check<kcc::scope::system>();
}

} // namespace
