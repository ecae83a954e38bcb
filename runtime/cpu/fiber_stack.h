// Stacks for fibers, with guard pages.
#ifndef KCC_RUNTIME_CPU_FIBER_STACK_H
#define KCC_RUNTIME_CPU_FIBER_STACK_H

#include <cstddef>
#include <list>
#include <map>
#include <mutex>
#include <vector>

namespace kcc::cpu {

/// Maps stacks by the region, many at a time. A process has a limited number of mappings (vm.max_map_count,
/// usually 65530), and a guard page made by mprotect() splits one in two, so that every stack would take two.
/// Linux 6.13 and newer has guard pages inside a mapping (MADV_GUARD_INSTALL); then a region is one mapping.
/// Every function may be called from any thread.
class StackPool {
public:
  /// What a stack overflow runs into; much more than a signal's frame, which the system puts below the stack
  /// pointer without touching what is in between.
  static constexpr std::size_t guard_bytes = std::size_t{64} << 10;

  enum class Guards { within_mapping, own_mapping };
  /// `within_mapping` falls back to the other kind where the system does not have it. `max_own_guards` is how
  /// many stacks with a mapping for a guard there can be.
  StackPool(Guards wanted, std::size_t max_own_guards) : wanted_(wanted), max_own_guards_(max_own_guards) {}
  StackPool(const StackPool &) = delete;
  StackPool &operator=(const StackPool &) = delete;

  struct Region {
    std::byte *begin;
    std::size_t mapped_bytes, stack_bytes;
    bool has_own_guards;
    std::size_t stacks;
    std::vector<std::byte *> free; ///< the lowest byte of each stack that is not taken
  };
  struct Stack {
    std::byte *bottom; ///< the lowest byte; the guard is right below
    std::list<Region>::iterator region;
  };
  /// A stack of `bytes`, which is a multiple of the page size. Throws std::system_error if the system has no
  /// more memory or mappings.
  Stack take(std::size_t bytes);
  /// Unmaps the region when all its stacks are back.
  void give_back(Stack stack) noexcept;

  /// How many stacks there can be at a time, as far as mappings go.
  std::size_t capacity();

private:
  Region map_region(std::size_t bytes);

  const Guards wanted_;
  const std::size_t max_own_guards_;
  std::mutex mutex_;
  std::map<std::size_t, std::list<Region>>
      regions_; ///< by the bytes of a stack; those with free stacks first
  std::size_t own_guards_ = 0;
};

/// The one that fibers use.
StackPool &stack_pool();

/// Private memory for one stack. Overrunning it is a fault at once, never silent damage. Pages that are never
/// touched cost no memory.
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
};

std::size_t page_bytes();

} // namespace kcc::cpu

#endif
