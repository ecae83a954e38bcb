// For outside_writers.cpp.
#include <kcc/atomic.h>
#include <kcc/device.h>

#include <span>

[[kcc::kernel]] void polls(std::span<int> flag) {
  if (kcc::thread_idx().x % 32 == 0)
    while (kcc::atomic_ref<int>(flag[0]).load() == 0)
      ;
}
[[kcc::kernel]] void writes(std::span<int> flag) {
  if (kcc::global_index() == 0)
    kcc::atomic_ref<int>(flag[0]).store(1);
}
[[kcc::kernel]] void computes(std::span<int> results) {
  unsigned x = kcc::thread_idx().x;
  for (int i = 0; i < 200000; ++i) {
    x = x * 1664525 + 1013904223;
    results[kcc::global_index()] = static_cast<int>(x >> 1);
  }
}
