// Finds threads that poll forever: in a grid in which each thread only polls or waits, nobody writes what
// they poll for.
#ifndef KCC_RUNTIME_CPU_CHECK_POLLS_H
#define KCC_RUNTIME_CPU_CHECK_POLLS_H

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace kcc::abi {
struct CheckSite;
}

namespace kcc::cpu::check {

/// How often a thread has read the same few places without a change, and has done nothing else that others
/// see.
class PollCount {
public:
  /// It reads `value` at `place`, or changes that value there. `site` may be null.
  void add(const void *place, std::uint64_t value, const abi::CheckSite *site) noexcept;
  void forget() noexcept { count_ = places_ = 0; }
  std::uint64_t count() const noexcept { return count_; }
  // The last one:
  const void *place() const noexcept { return last_; }
  const abi::CheckSite *site() const noexcept { return site_; }

private:
  struct Place {
    const void *at;
    std::uint64_t value;
  };
  static constexpr std::size_t most_places = 8;
  std::uint64_t count_ = 0;
  std::size_t places_ = 0;
  const void *last_ = nullptr;
  const abi::CheckSite *site_ = nullptr;
  std::array<Place, most_places> known_{};
};

/// Of a launch; shared by its OS threads.
class Polls {
public:
  /// `queues`: how many queues run the launch, 1 or 0.
  explicit Polls(std::uint32_t queues) : queues_(queues) {}

  /// A thread has entered a kernel whose checks see polls, and call note_poll().
  void enter() noexcept { entered_.store(true, std::memory_order_relaxed); }
  /// A thread makes many atomic accesses.
  void note_poll() noexcept { polled_.store(true, std::memory_order_relaxed); }
  /// Whether a thread may have polled since the last call. True before a kernel with checks has begun.
  bool take() noexcept {
    return !entered_.load(std::memory_order_relaxed) || polled_.exchange(false, std::memory_order_relaxed);
  }

  /// An OS thread that runs blocks. It exists before the thread takes its first block.
  class Runner {
  public:
    explicit Runner(Polls &launch);
    ~Runner();
    Runner(const Runner &) = delete;
    Runner &operator=(const Runner &) = delete;

    /// One of its threads has done something else than to poll.
    void moves() noexcept;
    /// All threads of its blocks wait for blocks of other OS threads.
    void sleeps() noexcept;
    /// Each thread of its blocks has just polled in vain, or waits. Returns whether nobody can write what
    /// they poll for.
    bool only_polls();

  private:
    friend class Polls;
    Polls &launch_;
    bool says_so_ = false; ///< of the OS thread itself: it has told the launch
    bool polls_ = false, sleeps_ = false;
    std::uint64_t rounds_ = 0, seen_ = 0;
  };

  /// All blocks have arrived at the grid's barrier, which wakes those who sleep.
  void note_grid_barrier() noexcept;
  /// No block is left to start.
  void note_all_started() noexcept { all_started_.store(true); }

private:
  bool nothing_moves();

  const std::uint32_t queues_;
  std::atomic<bool> entered_ = false, polled_ = false, all_started_ = false;
  std::mutex mutex_; ///< guards what follows, and the runners
  std::vector<Runner *> runners_;
  bool watches_ = false; ///< everybody only polled at a time, and since then
  std::uint64_t host_activity_ = 0;
  std::chrono::steady_clock::time_point since_{};
};

} // namespace kcc::cpu::check

#endif
