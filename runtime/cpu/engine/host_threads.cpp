#include "host_threads.h"

#include "faults.h"

#include <atomic>
#include <sys/stat.h>

namespace kcc::cpu {
namespace {

// A child made by fork() keeps its parent's counts without the threads, so host_only_waits() is false there.
std::atomic<std::uint32_t> users = 0, waiting = 0, busy_queues = 0, own_threads = 0;
std::atomic<std::uint64_t> activity = 0;

enum class Life : std::uint8_t { unknown, counted, ended };
thread_local constinit Life life = Life::unknown;

struct User {
  User() {
    users.fetch_add(1);
    life = Life::counted;
  }
  ~User() {
    users.fetch_sub(1);
    life = Life::ended;
  }
};

} // namespace

void note_host_thread() noexcept {
  if (life == Life::unknown) {
    static thread_local const User user;
    (void)user;
  }
  activity.fetch_add(1);
}

DeviceThread::DeviceThread() noexcept {
  prepare_for_faults();
  own_threads.fetch_add(1);
}
DeviceThread::~DeviceThread() {
  own_threads.fetch_sub(1);
}

HostWait::HostWait() noexcept {
  note_host_thread();
  counts_ = life == Life::counted;
  if (counts_)
    waiting.fetch_add(1);
}
HostWait::~HostWait() {
  activity.fetch_add(1);
  if (counts_)
    waiting.fetch_sub(1);
}

void note_busy_queue() noexcept {
  activity.fetch_add(1);
  busy_queues.fetch_add(1);
}
void note_idle_queue() noexcept {
  activity.fetch_add(1);
  busy_queues.fetch_sub(1);
}

std::uint64_t host_activity() noexcept {
  return activity.load();
}

bool host_only_waits(std::uint32_t queues) noexcept {
  return users.load() <= waiting.load() && busy_queues.load() <= queues;
}

/// A launch without a queue runs on its caller's thread, which need not have been counted.
bool has_other_threads(std::uint32_t queues) noexcept {
  struct stat threads;
  const std::uint64_t known = std::uint64_t{own_threads.load()} + users.load() + (queues == 0 ? 1 : 0);
  return stat("/proc/self/task", &threads) != 0 || threads.st_nlink > known + 2; // "." and ".."
}

} // namespace kcc::cpu
