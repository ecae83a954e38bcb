// Memory of all kinds behind the interface of the standard library's polymorphic allocators.
#ifndef KCC_RUNTIME_MEMORY_RESOURCE_H
#define KCC_RUNTIME_MEMORY_RESOURCE_H

#include <kcc/runtime/device.h>

#include <cstddef>
#include <memory_resource>

namespace kcc {

/// A source of one kind of memory of one device. Alignments up to 256 bytes are possible, greater ones throw
/// Error, as does a lack of memory. Freeing waits for the device. All functions may be called from any
/// thread.
class MemoryResource final : public std::pmr::memory_resource {
public:
  enum class Kind {
    device, ///< the host cannot use it: not for containers, nor below std::pmr's pools, which write to it
    pinned, ///< page-locked memory of the host, as in a PinnedBuffer
    managed ///< as in a ManagedBuffer
  };

  MemoryResource(const Device &device, Kind kind) noexcept : device_(device), kind_(kind) {}

  const Device &device() const noexcept { return device_; }
  Kind kind() const noexcept { return kind_; }

private:
  void *do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void *memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource &other) const noexcept override;

  Device device_;
  Kind kind_;
};

} // namespace kcc

#endif
