// Asynchronous copies to shared memory that threads of a block have started, and for which they have not
// waited.
#ifndef KCC_RUNTIME_CPU_CHECK_ASYNC_COPIES_H
#define KCC_RUNTIME_CPU_CHECK_ASYNC_COPIES_H

#include <kcc/abi/cpu_checks.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kcc::cpu::check {

struct AsyncCopy {
  const std::byte *to;
  const abi::CheckSite *site;
  std::uint32_t clock; ///< accesses with this clock or a later one come after the copy has started
};

/// By rank. Like a GPU, a thread waits for the groups of its copies in their order.
class AsyncCopies {
public:
  void forget() noexcept { threads_.clear(); }
  void start(std::uint32_t rank, const AsyncCopy &copy);
  /// Makes a group of the thread's copies that are in none.
  void commit(std::uint32_t rank);
  /// Takes those that are complete when at most `groups` of the thread's groups are not.
  std::vector<AsyncCopy> take_complete(std::uint32_t rank, std::uint32_t groups);

private:
  struct Thread {
    std::vector<AsyncCopy> copies;
    std::vector<std::size_t> group_ends; ///< indices of `copies`
  };
  Thread &of(std::uint32_t rank);

  std::vector<Thread> threads_;
};

} // namespace kcc::cpu::check

#endif
