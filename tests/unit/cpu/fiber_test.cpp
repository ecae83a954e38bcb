#include "fiber.h"
#include "settings.h"
#include "shared_arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <system_error>

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

TEST(FiberStackDeathTest, ThePageBelowIsAGuard) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  FiberStack stack(16384);
  volatile std::byte *below = stack.bottom() - 1;
  EXPECT_DEATH(*below = std::byte{1}, "");
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
  EXPECT_EQ(arena.get(0), nullptr);
  for (std::size_t bytes : {std::size_t{100}, std::size_t{60'000}, std::size_t{7}}) {
    std::byte *memory = arena.get(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 128, 0u);
    for (std::size_t i = 0; i < bytes; ++i)
      ASSERT_EQ(memory[i], std::byte{0});
  }
}

TEST(SharedArena, SaysSoWhenThereIsNoMemory) {
  if (KCC_CPU_HAS_ASAN || KCC_CPU_HAS_TSAN)
    GTEST_SKIP() << "the sanitizer's operator new ends the process instead of throwing";
  SharedArena arena;
  EXPECT_THROW(arena.get(~std::size_t{0} >> 2), std::bad_alloc);
  EXPECT_NE(arena.get(64), nullptr);
}

} // namespace
