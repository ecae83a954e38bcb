// Stacks for fibers, with guard pages.
#ifndef KCC_RUNTIME_CPU_ENGINE_FIBER_STACK_H
#define KCC_RUNTIME_CPU_ENGINE_FIBER_STACK_H

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <vector>

namespace kcc::cpu {

/// Maps stacks in regions of many. A process has a limited number of mappings (vm.max_map_count, usually
/// 65530), and a guard page made by mprotect() splits one in two, so each stack would take two. Linux 6.13
/// and newer has guard pages inside a mapping (MADV_GUARD_INSTALL); there a region is one mapping. All
/// functions may be called from any thread.
class StackPool {
public:
  /// Catches stack overflows. It is much larger than a signal frame, which the system writes below the stack
  /// pointer without touching what is in between.
  static constexpr std::size_t guard_bytes = std::size_t{64} << 10;

  enum class Guards { within_mapping, own_mapping };
  /// `within_mapping` falls back to the other kind if the system does not have it. `max_own_guards` is the
  /// maximum number of stacks whose guard has its own mapping.
  StackPool(Guards wanted, std::size_t max_own_guards) : wanted_(wanted), max_own_guards_(max_own_guards) {}
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  struct Region {
    std::byte *begin;
    std::size_t mapped_bytes, stack_bytes;
    bool has_own_guards;
    std::size_t stacks;
    std::vector<std::byte *> free; ///< the lowest address of each free stack
  };
  struct Stack {
    std::byte *bottom; ///< the lowest address; the guard is right below
    std::list<Region>::iterator region;
  };
  /// Takes a stack of `bytes`, a multiple of the page size. Throws std::system_error if the system has no
  /// more memory or mappings.
  Stack take(std::size_t bytes);
  /// Unmaps the region when all its stacks are free.
  void give_back(Stack stack) noexcept;

  /// The maximum number of stacks at a time, as far as mappings limit it.
  std::size_t capacity();

private:
  Region map_region(std::size_t bytes);

  const Guards wanted_;
  const std::size_t max_own_guards_;
  std::mutex mutex_;
  std::map<std::size_t, std::list<Region>> regions_; ///< by stack size; those with free stacks first
  std::size_t own_guards_ = 0;
};

/// The pool that fibers use.
StackPool &stack_pool();

/// Private memory for one stack. Overflowing it faults immediately and never corrupts memory. Untouched pages
/// use no memory.
class FiberStack {
public:
  /// Rounds up to whole pages. Throws std::system_error if the system has no more memory or mappings.
  explicit FiberStack(std::size_t bytes, StackPool &pool = stack_pool());
  ~FiberStack();
  FiberStack(const FiberStack &) = delete;
  FiberStack &operator=(const FiberStack &) = delete;

  std::byte *bottom() const { return stack_.bottom; }
  std::byte *top() const { return stack_.bottom + bytes_; }
  std::size_t bytes() const { return bytes_; }

private:
  StackPool &pool_;
  std::size_t bytes_;
  StackPool::Stack stack_;
  std::uint64_t valgrind_stack_; ///< its number there
};

} // namespace kcc::cpu

#endif
