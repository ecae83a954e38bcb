// Shared virtual memory by its addresses.
#ifndef KCC_RUNTIME_OPENCL_ALLOCATIONS_H
#define KCC_RUNTIME_OPENCL_ALLOCATIONS_H

#include "../core/backend.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <vector>

namespace kcc::opencl {

class Context;

enum class MemoryKind {
  device, ///< the host leaves it alone
  shared  ///< the host accesses it as well, if the device has fine-grained memory
};

/// All memory that kernels of a device may use. Any thread may call the functions.
class Allocations {
public:
  explicit Allocations(Context &context) : context_(context) {}

  /// Throws Error if there is not enough memory.
  void *allocate(std::size_t bytes, MemoryKind, const core::Operation &);
  /// Calls `wait` when no later launch can use the memory any more, and then frees it.
  void release(void *memory, const std::function<void()> &wait) noexcept;

  /// Throws Error unless these bytes are in one allocation.
  void check(const void *memory, std::size_t bytes, const core::Operation &) const;
  /// Whether they are in one that the host may access.
  bool is_shared(const void *memory, std::size_t bytes) const;

  /// While it lives, nothing is freed.
  class Held {
  public:
    explicit Held(const Allocations &allocations) : allocations_(allocations), lock_(allocations.mutex_) {}
    /// Changes when something is allocated or freed.
    std::uint64_t version() const noexcept { return allocations_.version_; }
    std::vector<void *> addresses() const;

  private:
    const Allocations &allocations_;
    std::shared_lock<std::shared_mutex> lock_;
  };

private:
  struct Allocation {
    std::size_t bytes;
    MemoryKind kind;
  };
  const Allocation *find(const void *memory, std::size_t bytes) const;

  Context &context_;
  mutable std::shared_mutex mutex_; ///< guards what follows
  std::map<std::uintptr_t, Allocation> by_address_;
  std::uint64_t version_ = 1;
};

} // namespace kcc::opencl

#endif
