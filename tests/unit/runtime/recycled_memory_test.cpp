// Blocks that threads pass on to others, which free them.
#include "cpu/recycled_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace {

using kcc::cpu::allocate_recycled;
using kcc::cpu::free_recycled;

struct Passed {
  std::byte *memory;
  std::size_t bytes;
  std::byte content;
};

/// What one thread has allocated and another will free.
class Channel {
public:
  void put(Passed passed) {
    {
      const std::lock_guard lock(mutex_);
      passed_.push_back(passed);
    }
    changed_.notify_one();
  }
  Passed take() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !passed_.empty(); });
    const Passed first = passed_.front();
    passed_.pop_front();
    return first;
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Passed> passed_;
};

TEST(RecycledMemory, BelongsToOneOwnerAtATime) {
  constexpr unsigned threads = 4, blocks = 20'000;
  static constexpr std::array<std::size_t, 9> sizes{0, 1, 63, 64, 65, 200, 4096, 4097, 9000};
  std::array<Channel, threads> channels;
  std::vector<std::jthread> running;
  for (unsigned self = 0; self < threads; ++self)
    running.emplace_back([&channels, self] { // in a ring: each frees what the one before it has allocated
      unsigned pending = 0;
      const auto release = [&] {
        const Passed passed = channels[self].take();
        EXPECT_TRUE(std::all_of(passed.memory, passed.memory + passed.bytes,
                                [&](std::byte byte) { return byte == passed.content; }));
        free_recycled(passed.memory, passed.bytes);
        --pending;
      };
      for (unsigned i = 0; i < blocks; ++i) {
        const Passed passed{static_cast<std::byte *>(allocate_recycled(sizes[i % sizes.size()])),
                            sizes[i % sizes.size()], static_cast<std::byte>(i * threads + self)};
        std::fill_n(passed.memory, passed.bytes, passed.content);
        channels[(self + 1) % threads].put(passed);
        if (++pending > i % 50)
          release();
      }
      while (pending > 0)
        release();
    });
}

TEST(RecycledMemory, IsUsedAgain) {
  void *const first = allocate_recycled(100);
  free_recycled(first, 100);
  std::vector<void *> taken; // blocks that other tests have freed come first
  do
    taken.push_back(allocate_recycled(80)); // of the same size, rounded up to a power of two
  while (taken.back() != first && taken.size() < 1'000'000);
  EXPECT_EQ(taken.back(), first);
  for (void *const memory : taken)
    free_recycled(memory, 80);
}

} // namespace
