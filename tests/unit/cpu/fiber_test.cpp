#include "engine/fiber.h"
#include "engine/settings.h"
#include "engine/shared_arena.h"
#include "engine/stack_budget.h"

#include "kcc/abi/cpu_code.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

using namespace kcc::cpu;

namespace {

struct Script {
  Fiber &fiber;
  std::string log;
};

void three_steps(void *argument) {
  auto &script = *static_cast<Script *>(argument);
  for (char step : {'a', 'b', 'c'}) {
    script.log += step;
    if (step != 'c')
      script.fiber.suspend();
  }
}

TEST(Fiber, RunsAFunctionInStepsAndIsReusable) {
  Fiber fiber(fiber_stack_bytes());
  Script script{fiber, ""};
  for (int repeat = 0; repeat < 3; ++repeat) {
    fiber.start(three_steps, &script);
    EXPECT_TRUE(fiber.is_suspended());
    script.log += '1';
    fiber.resume();
    script.log += '2';
    fiber.resume();
    EXPECT_FALSE(fiber.is_suspended());
  }
  EXPECT_EQ(script.log, "a1b2ca1b2ca1b2c");
}

TEST(Fiber, RunsOnItsOwnStack) {
  Fiber fiber(fiber_stack_bytes());
  std::uintptr_t inside = 0;
  fiber.start(
      [](void *p) {
        *static_cast<std::uintptr_t *>(p) = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
      },
      &inside);
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  EXPECT_GT(inside > here ? inside - here : here - inside, fiber_stack_bytes());
}

TEST(FiberStack, IsWholePagesAndWritable) {
  FiberStack stack(20'000);
  EXPECT_GE(stack.bytes(), 20'000u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(stack.bottom()) % 4096, 0u);
  *stack.bottom() = std::byte{1};
  *(stack.top() - 1) = std::byte{1};
}

class StackPools : public testing::TestWithParam<StackPool::Guards> {};

TEST_P(StackPools, GuardEveryStack) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  StackPool pool(GetParam(), 1000);
  const FiberStack first(16384, pool), second(16384, pool);
  for (const FiberStack *stack : {&first, &second}) {
    volatile std::byte *below = stack->bottom() - 1;
    EXPECT_DEATH(*below = std::byte{1}, "");
    below = stack->bottom() - StackPool::guard_bytes;
    EXPECT_DEATH(*below = std::byte{1}, "");
  }
}

TEST_P(StackPools, GiveOutStacksAgain) {
  StackPool pool(GetParam(), 1000);
  std::vector<std::unique_ptr<FiberStack>> stacks;
  std::set<std::byte *> bottoms;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 200; ++i) {
      stacks.push_back(std::make_unique<FiberStack>(50'000, pool));
      std::memset(stacks.back()->bottom(), 1, stacks.back()->bytes());
      bottoms.insert(stacks.back()->bottom());
    }
    EXPECT_EQ(bottoms.size(), 200u);
    bottoms.clear();
    stacks.clear();
  }
}

INSTANTIATE_TEST_SUITE_P(, StackPools,
                         testing::Values(StackPool::Guards::within_mapping, StackPool::Guards::own_mapping),
                         [](const auto &info) {
                           return info.param == StackPool::Guards::own_mapping ? "OwnMapping"
                                                                               : "WithinMapping";
                         });

TEST(StackPool, KeepsToItsShareOfMappings) {
  StackPool pool(StackPool::Guards::own_mapping, 128);
  std::vector<std::unique_ptr<FiberStack>> stacks;
  for (int i = 0; i < 128; ++i)
    stacks.push_back(std::make_unique<FiberStack>(16384, pool));
  EXPECT_THROW(FiberStack(16384, pool), std::system_error);
  stacks.clear();
  FiberStack(16384, pool);
}

TEST(StackBudget, IsSharedInTheOrderOfTheCalls) {
  StackBudget budget(100);
  std::optional<StackBudget::Share> most(budget.wait_for(90));
  EXPECT_FALSE(budget.try_for(11));
  EXPECT_TRUE(budget.try_for(10));
  std::atomic<int> turns{0};
  std::array<int, 2> turn{};
  std::vector<std::thread> threads;
  threads.emplace_back([&] {
    const auto share = budget.wait_for(1000); // more than the total: granted only when no other is in use
    turn[0] = ++turns;
  });
  while (budget.try_for(1)) // until the first one waits
    std::this_thread::yield();
  EXPECT_TRUE(budget.try_for(0));
  EXPECT_TRUE(budget.wait_for(0));
  threads.emplace_back([&] {
    const auto share = budget.wait_for(5); // for which there would be enough
    turn[1] = ++turns;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(turns, 0);
  EXPECT_TRUE(budget.take(50)); // for a grid within a kernel
  most.reset();
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(turn, (std::array{1, 2}));
}

TEST(FiberStack, SaysWhatToDoWhenThereIsNoMemory) {
  try {
    FiberStack stack(std::size_t{1} << 60);
    FAIL();
  } catch (const std::system_error &error) {
    EXPECT_EQ(error.code(), std::errc::not_enough_memory);
    EXPECT_NE(std::string(error.what()).find("KCC_CPU_THREADS"), std::string::npos);
  }
}

TEST(SharedArena, IsAlignedAndZeroWhenNew) {
  SharedArena arena;
  EXPECT_EQ(arena.get(0, 128), nullptr);
  for (const auto &[bytes, alignment] : std::initializer_list<std::pair<std::size_t, std::size_t>>{
           {100, 128}, {60'000, 128}, {7, 128}, {8192, 8192}, {200, 128}, {70'000, 256}, {4, 32768}}) {
    std::byte *memory = arena.get(bytes, alignment);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0u);
    for (std::size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(memory[i], std::byte{0});
  }
}

TEST(SharedArena, HasMargins) {
  if (sanitizers::are_there())
    GTEST_SKIP() << "code for the sanitizers does not use the margins, which are inaccessible";
  SharedArena arena;
  for (const auto &[bytes, alignment] :
       std::initializer_list<std::pair<std::size_t, std::size_t>>{{100, 128}, {4, 32768}, {200, 128}}) {
    std::byte *const memory = arena.get(bytes, alignment), *const end = memory + bytes;
    std::memset(memory - kcc::abi::shared_margin, 1,
                kcc::abi::shared_margin); // Valgrind would see that it is not there
    std::memset(end, 1, kcc::abi::shared_margin);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.get(bytes, alignment)) % alignment, 0u);
  }
}

TEST(SharedArena, SaysSoWhenThereIsNoMemory) {
  if (sanitizers::are_there())
    GTEST_SKIP() << "the sanitizer's operator new ends the process instead of throwing";
  SharedArena arena;
  EXPECT_THROW(arena.get(~std::size_t{0} >> 2, 128), std::bad_alloc);
  EXPECT_NE(arena.get(64, 128), nullptr);
}

} // namespace
