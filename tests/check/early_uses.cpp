// Programs that use page-locked memory before they have waited for a copy, and their correct twins: run_host.
#include "host_kernels.h"
#include "host_programs.h"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <numeric>
#include <span>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr std::size_t count = 3000;

struct Fixture {
  const kcc::Device device = kcc::Device::cpu();
  kcc::Stream stream{device};
  kcc::Buffer<int> numbers{device, std::vector<int>(count, 2)};
  kcc::PinnedBuffer<int> pinned{device, count};

  Fixture() { std::ranges::fill(pinned.span(), 1); }

  /// Lets the stream be busy for a while.
  void work() { stream.launch(host_kernels::takes_long, {kcc::Blocks(1), kcc::Threads(1)}, numbers, 20); }
};

int sum(std::span<const int> values) {
  return std::accumulate(values.begin(), values.end(), 0); // here
}

} // namespace

//! unfinished-copy
PROGRAM(reads_what_a_copy_writes) {
  Fixture at;
  at.numbers.copy_to(at.stream, at.pinned.span());
  if constexpr (fixed)
    at.stream.synchronize();
  return sum(at.pinned.span());
}

//! unfinished-copy
PROGRAM(reads_what_a_copy_has_written) {
  Fixture at;
  at.numbers.copy_to(at.stream, at.pinned.span());
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  if constexpr (fixed)
    at.device.synchronize();
  return sum(at.pinned.span());
}

//! unfinished-copy
PROGRAM(reads_while_the_stream_is_busy) {
  Fixture at;
  kcc::Event copied(at.device);
  at.work();
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.record(copied);
  at.work();
  if constexpr (fixed)
    copied.synchronize();
  return sum(at.pinned.span());
}

//! unfinished-copy
PROGRAM(reads_a_part) {
  Fixture at;
  at.work();
  kcc::copy(at.stream, at.pinned.span().subspan(5, 2500), at.numbers.view().first(2500));
  return sum(at.pinned.span().subspan(fixed ? 2505 : 1500)) + sum(at.pinned.span().first(5));
}

//! unfinished-copy
PROGRAM(writes_what_a_copy_reads) {
  Fixture at;
  at.work();
  at.numbers.copy_from(at.stream, at.pinned.span());
  if constexpr (fixed)
    at.stream.synchronize();
  at.pinned[7] = 3; // here
  return 0;
}

//! unfinished-copy
PROGRAM(writes_managed_memory) {
  Fixture at;
  kcc::ManagedBuffer<int> managed(at.device, count);
  std::ranges::fill(managed.span(), 4);
  at.numbers.copy_from(at.stream, managed.span());
  if constexpr (fixed)
    at.device.synchronize();
  managed.span()[9] = 3; // here
  return 0;
}

PROGRAM(reads_what_a_copy_reads) {
  Fixture at;
  at.work();
  at.numbers.copy_from(at.stream, at.pinned.span());
  return sum(at.pinned.span());
}

PROGRAM(copies_to_and_fro) {
  Fixture at;
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.numbers.copy_from(at.stream, at.pinned.span());
  at.stream.launch(host_kernels::add_number, kcc::cover(count, 256), at.numbers, at.pinned.data());
  at.numbers.copy_to(at.stream, at.pinned.span());
  return sum(at.numbers.to_host(at.stream)) + sum(at.pinned.span());
}

PROGRAM(asks_whether_the_stream_is_done) {
  Fixture at;
  at.work();
  at.numbers.copy_to(at.stream, at.pinned.span());
  while (!at.stream.is_done())
    std::this_thread::yield();
  return sum(at.pinned.span());
}

PROGRAM(asks_whether_an_event_is_done) {
  Fixture at;
  kcc::Event copied(at.device);
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.record(copied);
  at.work();
  while (!copied.is_done())
    std::this_thread::yield();
  return sum(at.pinned.span());
}

PROGRAM(is_told_by_a_function_of_the_host) {
  Fixture at;
  std::atomic<bool> is_copied = false;
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.run_on_host([&] { is_copied = true; });
  while (!is_copied)
    std::this_thread::yield();
  return sum(at.pinned.span());
}

PROGRAM(is_told_by_a_kernel) {
  Fixture at;
  kcc::PinnedBuffer<int> flag(at.device, 1);
  flag[0] = 0;
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.launch(host_kernels::sets_a_flag, {kcc::Blocks(1), kcc::Threads(1)}, flag.data());
  while (std::atomic_ref(flag[0]).load(std::memory_order_acquire) == 0)
    std::this_thread::yield();
  return sum(at.pinned.span());
}

PROGRAM(waits_for_another_thread_that_waits) {
  Fixture at;
  at.work();
  at.numbers.copy_to(at.stream, at.pinned.span());
  std::thread([&] { at.stream.synchronize(); }).join();
  return sum(at.pinned.span());
}

PROGRAM(frees_the_memory) {
  int sums = 0;
  for (int i = 0; i < 50; ++i) {
    Fixture at;
    sums += sum(at.pinned.span());
    at.numbers.copy_to(at.stream, at.pinned.span());
  }
  return sums;
}

/// Frees memory that copies may still use, and waits in every way, in several threads.
PROGRAM(is_used_by_several_threads) {
  const kcc::Device device = kcc::Device::cpu();
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      kcc::Stream stream(device);
      for (int i = 0; i < 200; ++i) {
        const std::size_t size = 1 + static_cast<std::size_t>(i * 37 + t * 11) % 9000;
        kcc::Buffer<int> numbers(device, size);
        kcc::PinnedBuffer<int> in(device, size), out(device, size);
        std::iota(in.span().begin(), in.span().end(), i);
        numbers.copy_from(stream, in.span());
        numbers.copy_to(stream, out.span());
        if (i % 3 == 0)
          numbers.copy_from(stream, out.span());
        if (i % 2 == 0) {
          stream.synchronize();
        } else {
          kcc::Event copied(device);
          stream.record(copied);
          while (!copied.is_done())
            std::this_thread::yield();
        }
        in[0] = 4;
        for (std::size_t k = 0; k < size; ++k)
          wrong += out[k] != i + static_cast<int>(k);
        if (i % 5 == 0)
          numbers.copy_to(stream, out.span());
      }
      stream.synchronize();
    });
  for (std::thread &thread : threads)
    thread.join();
  if (wrong != 0)
    std::abort();
  return 0;
}

/// A copy from the memory does not let the host read what an earlier one still writes.
//! unfinished-copy
PROGRAM(reads_what_two_copies_use) {
  Fixture at;
  at.work();
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.numbers.copy_from(at.stream, at.pinned.span());
  if constexpr (fixed)
    at.stream.synchronize();
  return sum(at.pinned.span());
}

/// The device goes on at exit, and finds the pages closed.
PROGRAM(ends_while_a_copy_waits) {
  Fixture &at = *new Fixture;
  at.work();
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.launch(host_kernels::add_number, kcc::cover(count, 256), at.numbers, at.pinned.data());
  std::exit(0);
}

/// The system uses the memory for a function of the host, and a thread that it starts, while the next copy
/// is given to the stream.
PROGRAM(copies_behind_a_function_of_the_host) {
  Fixture at;
  int ends[2];
  if (pipe(ends) != 0)
    std::abort();
  std::atomic<bool> is_queued = false, is_wrong = false;
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.run_on_host([&] {
    is_queued.wait(false);
    is_wrong = write(ends[1], at.pinned.data(), 400) != 400;
    std::thread([&] { is_wrong = is_wrong || sum(at.pinned.span()) != 2 * static_cast<int>(count); }).join();
  });
  at.numbers.copy_to(at.stream, at.pinned.span());
  is_queued = true;
  is_queued.notify_one();
  at.stream.synchronize();
  if (is_wrong)
    std::abort();
  return sum(at.pinned.span());
}

/// As programs do in which one thread waits for all signals.
PROGRAM(blocks_signals) {
  sigset_t all;
  sigfillset(&all);
  if (pthread_sigmask(SIG_BLOCK, &all, nullptr) != 0)
    std::abort();
  Fixture at;
  at.numbers.copy_to(at.stream, at.pinned.span());
  at.stream.launch(host_kernels::add_number, kcc::cover(count, 256), at.numbers, at.pinned.data());
  at.numbers.copy_from(at.stream, at.pinned.span());
  at.stream.synchronize();
  return sum(at.pinned.span());
}
