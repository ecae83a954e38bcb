// Memory that other threads write, which an optimizer that assumes a single thread would break.
#include <atomic>
#include <kcc/atomic.h>
#include <kcc/device.h>
#include <kcc/warp.h>
#include <span>

namespace {
int scratch;
int published;
int swapped;
struct Pair {
  int first, second;
} pair;
unsigned locked, protected_by_lock;
int *whole = nullptr;
} // namespace

/// Not inlined, so that alias analysis asks what the function changes.
[[gnu::noinline]] static void meet() {
  kcc::sync_threads();
}

[[gnu::noinline]] static int wait_for(int &flag) {
  kcc::atomic_ref(flag).wait(0);
  return kcc::atomic_ref(flag).load(std::memory_order_acquire);
}

[[kcc::kernel]] void static_local(std::span<int> out) {
  static std::atomic<int> flag;
  if (kcc::thread_idx().x == 0)
    flag.store(42, std::memory_order_relaxed);
  kcc::sync_threads();
  out[kcc::thread_idx().x] = flag.load(std::memory_order_relaxed);
}

[[kcc::kernel]] void written_before_read(std::span<int> out) {
  if (kcc::thread_idx().x == 0)
    scratch = 0;
  kcc::sync_threads();
  if (kcc::thread_idx().x == 33)
    scratch = 42;
  kcc::sync_threads();
  out[kcc::thread_idx().x] = scratch;
}

[[kcc::kernel]] void one_thread_writes(std::span<int> out) {
  if (kcc::thread_idx().x == 63)
    published = 5;
  meet();
  const int before = published;
  meet();
  if (kcc::thread_idx().x == 1)
    published = 7;
  meet();
  out[kcc::thread_idx().x] = 10 * before + published;
}

[[kcc::kernel]] void members(std::span<int> out) {
  if (kcc::thread_idx().x == 0)
    pair = {1, 2};
  meet();
  const int before = pair.second;
  meet();
  if (kcc::thread_idx().x == 40)
    pair.second = 3;
  meet();
  out[kcc::thread_idx().x] = 100 * pair.first + 10 * before + pair.second;
}

/// Each thread writes what the next one reads.
[[kcc::kernel]] void passed_on(std::span<int> out) {
  [[kcc::shared]] int slot;
  const int me = static_cast<int>(kcc::thread_idx().x);
  for (int turn = 0; turn != 64; ++turn) {
    if (turn == me)
      slot = turn == 0 ? 1 : slot + 1;
    meet();
  }
  out[kcc::thread_idx().x] = slot;
}

/// Threads wait for another one without a barrier.
[[kcc::kernel]] void flagged(std::span<int> out) {
  static int data;
  static int flag;
  const unsigned me = kcc::thread_idx().x;
  if (me == 0) {
    data = 1;
    flag = 0;
  }
  kcc::sync_threads();
  int sum = data;
  kcc::sync_threads();
  if (me == 32) {
    data = 20;
    kcc::atomic_ref(flag).store(300, std::memory_order_release);
  } else if (me < 32) {
    sum += wait_for(flag);
    sum += data;
  }
  kcc::sync_threads();
  out[me] = me < 32 ? sum : 321;
}

[[kcc::kernel]] void pointer_published(std::span<int> out) {
  [[kcc::shared]] int tile[64];
  const unsigned me = kcc::thread_idx().x;
  tile[me] = static_cast<int>(me);
  if (me == 5)
    whole = tile;
  kcc::sync_threads();
  out[me] = whole[63 - me];
}

[[kcc::shared]] static int numbers[64];
static constexpr std::span<int> view{numbers};
struct Rows {
  int *row[4];
  const char name[8];
};
static constexpr Rows rows{{numbers, numbers + 16, numbers + 32, numbers + 48}, "rows"};
[[kcc::constant]] static constexpr const Rows *chosen = &rows;

[[gnu::noinline]] static const std::span<int> &view_itself() {
  return view;
}
[[gnu::noinline]] static const std::span<int> *where_view_is() {
  return &view;
}
[[gnu::noinline]] static const Rows &rows_of_threads() {
  return *chosen;
}

/// Constants that hold addresses of shared memory behave like other constants: each is one object with a
/// stable address.
[[kcc::kernel]] void constants_with_addresses(std::span<int> out) {
  const unsigned me = kcc::thread_idx().x;
  numbers[me] = static_cast<int>(me);
  kcc::sync_threads();
  const Rows &all = rows_of_threads();
  int *const ends[] = {numbers, numbers + 63};
  out[me] = view_itself()[63 - me] + *all.row[me / 16] + all.name[me % 4] + *ends[me % 2] +
            (&view_itself() == where_view_is() ? 1000 : 0);
}

/// Threads of one warp wait for each other, which other devices do not promise.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void lock(std::span<int> out) {
  std::atomic_ref<unsigned> guard(locked);
  const unsigned me = kcc::thread_idx().x;
  if (me == 0)
    protected_by_lock = 0;
  kcc::sync_threads();
  for (bool done = false; !done;)
    if (guard.exchange(1, std::memory_order_acquire) == 0) {
      protected_by_lock += me;
      guard.store(0, std::memory_order_release);
      done = true;
    }
  kcc::sync_threads();
  out[me] = static_cast<int>(protected_by_lock);
}

/// As above, with another instruction that gathers the warp behind the lock, and the loop in its plain form,
/// in which a thread waits for others of its warp.
[[kcc::kernel, kcc::targets("ptx", "cpu")]] void lock_before_match(std::span<int> out) {
  std::atomic_ref<unsigned> guard(locked);
  const unsigned me = kcc::thread_idx().x;
  if (me == 0)
    protected_by_lock = 0;
  kcc::sync_threads();
  while (guard.exchange(1, std::memory_order_acquire) != 0)
    ;
  protected_by_lock += me;
  guard.store(0, std::memory_order_release);
  const bool is_even = kcc::warp::match_any(me % 2) == 0x55555555u;
  kcc::sync_threads();
  out[me] = is_even == (me % 2 == 0) ? static_cast<int>(protected_by_lock) : -1;
}
