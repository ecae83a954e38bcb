// Kernels that cause processor faults: each becomes a fault of its thread, and the engine continues.
#include "engine/sanitizers.h"
#include "launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csetjmp>
#include <csignal>
#include <limits>
#include <thread>
#include <vector>

#include <sys/mman.h>

using namespace kcc::cpu;
using namespace kcc::cpu::test;
using testing::HasSubstr;

namespace {

volatile int seven = 7, zero = 0, minus_one = -1, lowest = std::numeric_limits<int>::min();
volatile int sink = 0;
int *volatile null = nullptr;

[[gnu::no_sanitize("undefined")]] void divide_by_zero() {
  sink = seven / zero;
}
[[gnu::no_sanitize("undefined")]] void divide_lowest() {
  sink = lowest / minus_one;
}
[[gnu::no_sanitize("undefined")]] void remainder_of_lowest() {
  sink = lowest % minus_one;
}
[[gnu::no_sanitize("undefined", "address", "thread")]] void read_null() {
  sink = null[1];
}
[[gnu::no_sanitize("undefined", "address", "thread")]] void write_null() {
  null[2] = 1;
}
[[gnu::no_sanitize("undefined", "address", "thread")]] void read_wild() {
  sink = *reinterpret_cast<int *volatile>(std::uintptr_t{0x12340100});
}
[[gnu::no_sanitize("undefined", "address", "thread")]] void read_impossible() {
  sink = *reinterpret_cast<int *volatile>(std::uintptr_t{0xab} << 52);
}
[[gnu::no_sanitize("undefined", "address", "thread")]] void write_constant() {
  *const_cast<volatile char *>("constant") = 'x';
}
[[gnu::no_sanitize("undefined")]] void call_null() {
  void (*volatile function)() = nullptr;
  function();
}
void illegal_instruction() {
#if defined(__x86_64__)
  asm volatile("ud2");
#else
  asm volatile("udf #0");
#endif
}
[[gnu::noinline, gnu::no_sanitize("undefined", "address", "thread")]] int descend(int depth) {
  volatile int frame[64] = {depth};
  return descend(depth + 1) + frame[0]; // without end
}
void overflow_stack() {
  sink = descend(0);
}

struct Mistake {
  const char *name;
  void (*make)();
  const char *message;
};

const Mistake mistakes[] = {
    {"DivideByZero", divide_by_zero, "division of an integer by zero"},
    {"DivideLowest", divide_lowest, "or of the lowest integer by -1"},
    {"RemainderOfLowest", remainder_of_lowest, "or of the lowest integer by -1"},
    {"ReadNull", read_null, "read of 0x4: a null pointer"},
    {"WriteNull", write_null, "write to 0x8: a null pointer"},
    {"ReadWild", read_wild, "read of 0x12340100, where there is no memory"},
    {"ReadImpossible", read_impossible, "an address that no pointer can have"},
    {"WriteConstant", write_constant, "which is not allowed there"},
    {"CallNull", call_null, "call of 0x0: a null pointer"},
    {"IllegalInstruction", illegal_instruction, "instruction that ends the kernel"},
    {"OverflowStack", overflow_stack, "stack overflow"},
};

struct At {
  std::size_t thread; ///< rank in the grid
  void (*make)();
};

void make_mistake(const void *const *arguments) {
  const auto at = argument<At>(arguments, 0);
  const bool with_barriers = argument<bool>(arguments, 1);
  if (with_barriers)
    kcc_cpu_sync_threads();
  if (thread_in_grid() == at.thread)
    at.make();
  if (with_barriers)
    kcc_cpu_sync_threads();
}

void add_up(const void *const *arguments) {
  if (argument<bool>(arguments, 1))
    kcc_cpu_sync_threads();
  *argument<std::atomic<std::size_t> *>(arguments, 0) += thread_in_grid();
}

class MistakeTest : public testing::TestWithParam<std::tuple<Mistake, bool>> {
protected:
  const Mistake &mistake() const { return std::get<0>(param_); }
  bool uses_barrier() const { return std::get<1>(param_); }

private:
  const std::tuple<Mistake, bool> param_ = GetParam();
};

TEST_P(MistakeTest, IsAFaultOfItsThread) {
  ThreadCountScope threads(3);
  for (std::size_t thread : {0u, 37u, 119u}) {
    const At at{thread, mistake().make};
    const auto fault = launch(make_mistake, {{4}, {5, 3, 2}, uses_barrier()}, at, uses_barrier());
    ASSERT_TRUE(fault);
    const auto in_block = static_cast<std::uint32_t>(thread % 30);
    EXPECT_EQ(fault->block_idx, (kcc::Dim3{static_cast<std::uint32_t>(thread / 30), 0, 0}));
    EXPECT_EQ(fault->thread_idx, (kcc::Dim3{in_block % 5, in_block / 5 % 3, in_block / 15}));
    EXPECT_THAT(fault->message, HasSubstr(mistake().message));
    EXPECT_FALSE(fault->hint.empty());

    std::atomic<std::size_t> sum{0};
    ASSERT_FALSE(launch(add_up, {{10}, {80}, uses_barrier()}, &sum, uses_barrier()));
    EXPECT_EQ(sum, 800u * 799 / 2);
  }
}

TEST_P(MistakeTest, OfAThreadWithASmallStackToo) {
  std::optional<Fault> fault;
  std::thread([&] {
    fault = launch(make_mistake, {{1}, {4}, uses_barrier()}, At{2, mistake().make}, uses_barrier());
  }).join();
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr(mistake().message));
}

INSTANTIATE_TEST_SUITE_P(, MistakeTest, testing::Combine(testing::ValuesIn(mistakes), testing::Bool()),
                         [](const auto &info) {
                           return std::string(std::get<0>(info.param).name) +
                                  (std::get<1>(info.param) ? "OnFibers" : "InALoop");
                         });

TEST(Fault, OfManyThreadsAtOnceIsReportedToEach) {
  ThreadCountScope count(2);
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 40; ++i) {
        const Mistake &mistake = mistakes[static_cast<std::size_t>(t + i) % std::size(mistakes)];
        const bool uses_barrier = (t + i / 11) % 2 != 0;
        const auto fault = launch(make_mistake, {{3}, {8}, uses_barrier}, At{11, mistake.make}, uses_barrier);
        right += fault && fault->message.find(mistake.message) != std::string::npos &&
                 fault->block_idx == kcc::Dim3{1, 0, 0} && fault->thread_idx == kcc::Dim3{3, 0, 0};
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 8 * 40);
}

/// Local memory as large as a GPU's maximum, and larger.
template <std::size_t Bytes> void use_local_array(const void *const *arguments) {
  volatile unsigned char array[Bytes];
  const auto me = static_cast<unsigned char>(thread_in_block());
  for (std::size_t i = 0; i < Bytes; i += 1024)
    array[i] = me;
  kcc_cpu_sync_threads();
  std::size_t right = 0;
  for (std::size_t i = 0; i < Bytes; i += 1024)
    right += array[i] == me;
  argument<std::size_t *>(arguments, 0)[thread_in_block()] = right;
}

TEST(Stack, HoldsTheLocalMemoryOfAGpuThread) {
  std::vector<std::size_t> right(100);
  EXPECT_FALSE(launch(use_local_array<(512 << 10)>, {{1}, {100}, true}, right.data()));
  EXPECT_EQ(right, std::vector<std::size_t>(100, 512));
  EXPECT_FALSE(launch(use_local_array<(1 << 20)>, {{1}, {100}, true}, right.data()));
  EXPECT_EQ(right, std::vector<std::size_t>(100, 1024));
}

void launch_faulting_grid(const void *const *arguments) {
  auto *faults = argument<int *>(arguments, 0);
  const bool fault_after = argument<bool>(arguments, 1);
  for (bool uses_barrier : {false, true})
    faults[thread_in_block()] +=
        launch(make_mistake, {{2}, {3}, uses_barrier}, At{4, read_null}, uses_barrier).has_value();
  kcc_cpu_sync_threads();
  if (fault_after && thread_in_block() == 5)
    divide_by_zero();
}

TEST(Fault, OfAGridWithinAKernelIsNotTheKernels) {
  for (bool fault_after : {false, true}) {
    std::vector<int> faults(6);
    const auto fault = launch(launch_faulting_grid, {{1}, {6}, true}, faults.data(), fault_after);
    EXPECT_EQ(faults, std::vector<int>(6, 2));
    ASSERT_EQ(fault.has_value(), fault_after);
    if (fault) {
      EXPECT_EQ(fault->thread_idx, (kcc::Dim3{5, 0, 0}));
      EXPECT_THAT(fault->message, HasSubstr("division"));
    }
  }
}

void wait_at_null(const void *const *) {
  kcc_cpu_barrier_wait(static_cast<std::uint64_t *>(nullptr) + 1, 0);
}

TEST(Fault, OfABarrierThatIsNoneIsTheThreads) {
  const auto fault = launch(wait_at_null, {{1}, {2}, true});
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->message, HasSubstr("read of 0x8"));
}

void free_wrongly(const void *const *arguments) {
  switch (argument<int>(arguments, 0)) {
  case 0: {
    void *memory = kcc_cpu_malloc(64);
    kcc_cpu_free(memory);
    return kcc_cpu_free(memory);
  }
  case 1:
    return kcc_cpu_free(argument<char *>(arguments, 1) + 32);
  case 2:
    return kcc_cpu_free(argument<char *>(arguments, 1) + 33);
  default:
    return kcc_cpu_free(reinterpret_cast<void *>(std::uintptr_t{8}));
  }
}

TEST(Fault, IsToFreeWhatWasNotAllocated) {
  alignas(16) char memory[64] = {};
  for (int how : {1, 2, sanitizers::are_there() ? 1 : 0}) { // which detect a double free themselves
    const auto fault = launch(free_wrongly, {{1}, {1}}, how, +memory);
    ASSERT_TRUE(fault);
    EXPECT_THAT(fault->message, HasSubstr("free() or delete of memory that is not allocated"));
  }
  EXPECT_TRUE(launch(free_wrongly, {{1}, {1}}, 3, +memory));
}

// Faults that are not a kernel's.

void run_any_grid() {
  std::atomic<std::size_t> sum{0};
  launch(add_up, {{2}, {3}}, &sum, false);
}

TEST(FaultDeathTest, OutsideOfKernelsEndsTheProcess) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  run_any_grid();
  if (sanitizers::are_there()) { // they report the fault and exit
    EXPECT_DEATH(read_null(), "SEGV");
    EXPECT_DEATH(raise(SIGFPE), "FPE");
  } else {
    EXPECT_EXIT(read_null(), testing::KilledBySignal(SIGSEGV), "");
    EXPECT_EXIT(raise(SIGFPE), testing::KilledBySignal(SIGFPE), "");
  }
}

std::jmp_buf leave_handler;
volatile std::sig_atomic_t handled = 0;

void leave(int signal) {
  handled = signal;
  siglongjmp(leave_handler, 1);
}
void note(int, siginfo_t *info, void *) {
  handled = info->si_code;
}

TEST(FaultDeathTest, OutsideOfKernelsGoesToTheProgramsHandler) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        struct sigaction action{};
        action.sa_handler = leave;
        action.sa_flags = SA_NODEFER;
        sigaction(SIGSEGV, &action, nullptr); // before the first grid
        action.sa_sigaction = note;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGFPE, &action, nullptr);
        run_any_grid();
        const auto fault = launch(make_mistake, {{1}, {1}}, At{0, read_null}, false);
        if (!fault || handled != 0)
          std::exit(1);
        for (int i = 0; i < 3; ++i) {
          handled = 0;
          if (sigsetjmp(leave_handler, 1) == 0)
            read_null();
          if (handled != SIGSEGV)
            std::exit(2);
        }
        raise(SIGFPE);
        if (&__tsan_create_fiber != nullptr) // which delays signals that are sent to the process
          std::exit(0);
        std::exit(handled == SI_TKILL ? 0 : 3);
      },
      testing::ExitedWithCode(0), "");
}

TEST(FaultDeathTest, SignalsSentToAKernelAreNotItsMistakes) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        launch([](const void *const *) { raise(SIGSEGV); }, {{1}, {1}});
        std::exit(0);
      },
      "");
}

} // namespace
