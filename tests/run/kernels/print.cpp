// Kernels that print, and kernels that fail.
#undef NDEBUG
#define _GLIBCXX_ASSERTIONS
#include "print.h"

#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <kcc/assert.h>
#include <kcc/device.h>
#include <kcc/print.h>
#include <string_view>

using printing::Failure;

[[kcc::kernel]] void hello() {
  kcc::print("thread {} of block {}\n", kcc::thread_idx().x, kcc::block_idx().x);
}

[[kcc::kernel]] void hello_by_printf() {
  std::printf("thread %u of block %u\n", kcc::thread_idx().x, kcc::block_idx().x);
}

[[kcc::kernel]] void formats() {
#define KCC_TEST_PRINT(...) kcc::print(__VA_ARGS__);
  KCC_TEST_FORMATS(KCC_TEST_PRINT)
#undef KCC_TEST_PRINT
}

[[kcc::kernel]] void wide(__int128 value, unsigned __int128 other) {
  kcc::print("{} {:x}\n", value, other);
}

/// Characters of two columns and of none.
[[kcc::kernel]] void columns() {
  kcc::print("[{:6}] [{:^6}] [{:.3}] [{:*>5}] [{:4.2}]\n", "日本", "é", "日本", "e\u0301", "a日");
}

/// The text is data: whatever is in it comes out as it is.
[[kcc::kernel]] void echo(std::span<const char> text) {
  kcc::print("{}|{}\n", std::string_view(text.data(), text.size()), text);
  std::printf("%.*s|%s\n", 3, text.data(), text.data());
}

[[kcc::kernel]] void c_style(std::span<const char> text, double number, long long wide) {
  int width = 7;
  std::printf("%d %5d|%-5d|%05d %+d % d\n", -1, 42, 42, 42, 42, 42);
  std::printf("%u %x %X %#x %o %c%%\n", 4000000000u, 255u, 255u, 255u, 8u, 'c');
  std::printf("%hhd %hd %ld %lld %zu %lx\n", 300, 70000, 1L << 40, wide, std::size_t{7}, ~0ul);
  std::printf("%f %.2f %e %g %a\n", number, number, number, number, 0.5);
  std::printf("[%s] [%8s] [%-8s] [%.2s] [%s]\n", text.data(), text.data(), text.data(), text.data(), "");
  std::printf("[%*d] [%-*d] [%.*f]\n", width, 1, width, 2, 3, number);
  std::printf("no arguments\n");
  std::puts(text.data());
  std::putchar('!');
  std::putchar('\n');
}

/// Each thread numbers its messages.
[[kcc::kernel]] void count(std::uint32_t messages) {
  for (std::uint32_t i = 0; i != messages; ++i)
    kcc::print("{} {}", kcc::global_index(), i);
}

[[kcc::kernel]] void fail(Failure how, int value, std::span<const char> text) {
  std::array<int, 4> table{1, 2, 3, 4};
  std::span<int> view(table);
  if (kcc::global_index() != 40)
    return;
  kcc::print("before\n");
  switch (how) {
  case Failure::none:
    break;
  case Failure::c_assert:
    assert(value > 100 && "too small");
    break;
  case Failure::check:
    KCC_ASSERT(value > 100);
    break;
  case Failure::check_with_message:
    KCC_ASSERT(value > 100, "value is {}, text is {}", value, text.data());
    break;
  case Failure::builtin_trap:
    __builtin_trap();
  case Failure::library_error:
    table[0] = table.at(static_cast<std::size_t>(value));
    break;
  case Failure::library_check:
    view[0] = view[static_cast<std::size_t>(value)];
    break;
  case Failure::aborted:
    std::abort();
  case Failure::terminated:
    std::terminate();
  case Failure::trap:
    kcc::trap();
  case Failure::unreachable:
    kcc::unreachable();
  }
  kcc::print("{} after\n", table[0] + view[0]);
}

/// Every thread fails: the host hears of one.
[[kcc::kernel]] void fail_everywhere(int limit) {
  KCC_ASSERT(limit > static_cast<int>(kcc::global_index()), "thread {}", kcc::global_index());
}

/// With a barrier, the other threads of the block wait on stacks of their own.
[[kcc::kernel]] void fail_at_barrier(std::span<int> values) {
  [[kcc::shared]] int sum;
  if (kcc::thread_idx().x == 0)
    sum = 1;
  kcc::sync_threads();
  KCC_ASSERT(kcc::thread_idx().x != 33, "sum is {}", sum);
  kcc::sync_threads();
  values[kcc::global_index()] = sum;
}

/// Nothing happens without a debugger.
[[kcc::kernel]] void stop(std::span<int> values) {
  if (values[0] == 1)
    kcc::breakpoint();
  values[0] += 1;
}
