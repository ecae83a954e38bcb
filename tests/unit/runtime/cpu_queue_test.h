// Common parts of the tests of the CPU device's queues: kernels that wait for each other.
#ifndef KCC_TESTS_CPU_QUEUE_TEST_H
#define KCC_TESTS_CPU_QUEUE_TEST_H

#include <kcc/abi/cpu_functions.h>
#include <kcc/runtime.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

namespace cpu_queue {

inline void set(std::uint32_t &flag) {
  std::atomic_ref<std::uint32_t>(flag).store(1);
}
inline std::uint32_t get(std::uint32_t &flag) {
  return std::atomic_ref<std::uint32_t>(flag).load();
}

inline std::atomic_ref<std::uint32_t> flag_of(const void *const *arguments, int index) {
  std::uint32_t *flag;
  std::memcpy(&flag, arguments[index], sizeof flag);
  return std::atomic_ref<std::uint32_t>(*flag);
}

/// Sets the first flag and waits for the second.
inline void run_meet(const void *const *arguments) {
  flag_of(arguments, 0) = 1;
  while (flag_of(arguments, 1) == 0)
    std::this_thread::yield();
}
/// Adds one.
inline void run_count(const void *const *arguments) {
  ++flag_of(arguments, 0);
}
inline void run_trap(const void *const *) {
  kcc_cpu_trap();
}

inline constexpr kcc::abi::CpuKernel cpu_kernels[] = {
    {"meet", run_meet}, {"count", run_count}, {"trap", run_trap}};
inline constexpr char manifest[] =
    R"json({"version": 14, "source": "cpu_queue_test.cpp", "globals": [], "kernels": [
  {"name": "meet", "entry": "meet", "parameters": [
    {"name": "mine", "type": "std::uint32_t *", "signature": "ptr<u32>", "size": 8, "align": 8},
    {"name": "other", "type": "std::uint32_t *", "signature": "ptr<u32>", "size": 8, "align": 8}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "count", "entry": "count", "parameters": [
    {"name": "number", "type": "std::uint32_t *", "signature": "ptr<u32>", "size": 8, "align": 8}],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false},
  {"name": "trap", "entry": "trap", "parameters": [],
   "max_threads": 0, "static_shared_bytes": 0, "uses_barrier": false, "uses_grid_sync": false}]})json";
inline constexpr kcc::abi::CpuCode cpu_code{3, 0, cpu_kernels, nullptr};
inline constexpr kcc::abi::Code code{kcc::abi::CodeKind::cpu, "x86-64", manifest, &cpu_code, sizeof cpu_code};
inline constinit const kcc::abi::Image image{kcc::abi::version, 1, "cpu_queue_test.cpp", &code};
inline constexpr kcc::Kernel<std::uint32_t *, std::uint32_t *> meet{&image, "meet", "meet"};
inline constexpr kcc::Kernel<std::uint32_t *> count{&image, "count", "count"};
inline constexpr kcc::Kernel<> trap{&image, "trap", "trap"};

class CpuQueue : public testing::Test {
protected:
  ~CpuQueue() override {
    open();
    cpu_.synchronize();
  }
  /// A kernel that runs until open().
  void block(kcc::Stream &stream) { stream.launch(meet, {}, &started_, &opened_); }
  void open() { set(opened_); }

  std::uint32_t started_ = 0, opened_ = 0;
  const kcc::Device cpu_ = kcc::Device::cpu();
};

} // namespace cpu_queue

#endif
