#include "allocations.h"

#include "../core/process_end.h"
#include "context.h"

namespace kcc::opencl {

void *Allocations::allocate(std::size_t bytes, MemoryKind kind, const core::Operation &operation) {
  const Api &api = context_.api;
  if (const std::uint64_t most = context_.facts.max_allocation_bytes; most != 0 && bytes > most)
    detail::fail(ErrorCategory::out_of_memory, operation.text(),
                 "the driver has no more than " + std::to_string(most) + " bytes in one piece",
                 "Work on smaller parts");
  Bits flags = memory_read_write;
  if (kind == MemoryKind::shared && context_.facts.has_fine_grain())
    flags |= memory_fine_grain;
  void *const memory = api.svm_allocate(context_.context, flags, bytes, 0);
  if (!memory) // the function has no code
    throw opencl_error(error_allocation_failure, api.svm_allocate.name, operation.text());
  const std::unique_lock lock(mutex_);
  try {
    by_address_.emplace(reinterpret_cast<std::uintptr_t>(memory), Allocation{bytes, kind});
  } catch (...) {
    api.svm_free(context_.context, memory);
    throw;
  }
  ++version_;
  return memory;
}

void Allocations::release(void *memory, const std::function<void()> &wait) noexcept {
  if (core::process_has_ended())
    return;
  {
    const std::unique_lock lock(mutex_);
    if (by_address_.erase(reinterpret_cast<std::uintptr_t>(memory)) == 0)
      return;
    ++version_;
  }
  wait();
  context_.api.svm_free(context_.context, memory);
}

const Allocations::Allocation *Allocations::find(const void *memory, std::size_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  auto found = by_address_.upper_bound(address);
  if (found == by_address_.begin())
    return nullptr;
  --found;
  const std::size_t offset = address - found->first;
  const Allocation &allocation = found->second;
  return offset <= allocation.bytes && bytes <= allocation.bytes - offset ? &allocation : nullptr;
}

void Allocations::check(const void *memory, std::size_t bytes, const core::Operation &operation) const {
  const std::shared_lock lock(mutex_);
  if (!find(memory, bytes))
    detail::fail(operation.text(), "the device has no such memory",
                 "Take the address from a kcc::Buffer of the device that is still alive");
}

bool Allocations::is_shared(const void *memory, std::size_t bytes) const {
  const std::shared_lock lock(mutex_);
  const Allocation *const found = find(memory, bytes);
  return found && found->kind == MemoryKind::shared;
}

std::vector<void *> Allocations::Held::addresses() const {
  std::vector<void *> addresses;
  addresses.reserve(allocations_.by_address_.size());
  for (const auto &[address, allocation] : allocations_.by_address_)
    addresses.push_back(reinterpret_cast<void *>(address));
  return addresses;
}

} // namespace kcc::opencl
