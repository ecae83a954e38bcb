// What GPUs have special registers for: clocks, and where a thread runs.
#include "../engine/block.h"

#include "kcc/abi/cpu_functions.h"

#include <chrono>
#include <ctime>
#include <sched.h>
#include <thread>
#include <unistd.h>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

/// A thread that polls until a time does not poll forever.
static void note_time() {
  auto *const state = static_cast<kcc::abi::CheckState *>(kcc_cpu_thread->checks);
  static_cast<kcc::cpu::check::BlockChecks *>(state)->forget_polls();
}

std::uint64_t kcc_cpu_clock64() {
  note_time();
#if defined(__x86_64__)
  return __rdtsc();
#elif defined(__aarch64__)
  std::uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
#error "kcc: the CPU device's cycle counter of this architecture is missing"
#endif
}

std::uint32_t kcc_cpu_clock() {
  return static_cast<std::uint32_t>(kcc_cpu_clock64());
}

std::uint64_t kcc_cpu_global_timer() {
  note_time();
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

/// Also lets the block's other threads run: the caller may sleep until one of them has done something.
void kcc_cpu_nanosleep(std::uint32_t nanoseconds) {
  constexpr std::uint32_t longest = 1'000'000; // as on a GPU
  std::this_thread::sleep_for(std::chrono::nanoseconds(nanoseconds < longest ? nanoseconds : longest));
  kcc::cpu::BlockRunner::current("nanosleep()").yield();
}

std::uint32_t kcc_cpu_sm_id() {
  const int processor = sched_getcpu();
  return processor < 0 ? 0 : static_cast<std::uint32_t>(processor);
}

std::uint32_t kcc_cpu_sm_count() {
  const long processors = sysconf(_SC_NPROCESSORS_CONF);
  return processors < 1 ? 1 : static_cast<std::uint32_t>(processors);
}

std::uint64_t kcc_cpu_grid_id() {
  return kcc::cpu::BlockRunner::current("grid_id()").launch().id;
}
