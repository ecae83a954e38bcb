// Memory and semaphores of other libraries, such as Vulkan, which export them as file descriptors.
#ifndef KCC_RUNTIME_EXTERNAL_MEMORY_H
#define KCC_RUNTIME_EXTERNAL_MEMORY_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/file_descriptor.h>

#include <cstddef>
#include <cstdint>

namespace kcc {

class Stream;

namespace core {
struct ExternalMemoryHandle;
struct ExternalSemaphoreHandle;
} // namespace core

/// What the file descriptor of an ExternalMemory is.
enum class ExternalMemoryKind {
  opaque_fd, ///< of Vulkan (VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT), OpenGL or
             ///< cuMemExportToShareableHandle
  dma_buf    ///< of the system (VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT); many drivers refuse it
};

struct ExternalMemoryOptions {
  ExternalMemoryKind kind = ExternalMemoryKind::opaque_fd;
  /// The memory belongs to one buffer or image of Vulkan (VkMemoryDedicatedAllocateInfo).
  bool dedicated = false;
};

/// Memory that another library has allocated, on the device or, for the CPU device, in a file (memfd_create).
/// Move-only. The destructor waits for the device, gives the memory back, and never throws; the other library
/// keeps it.
class ExternalMemory {
public:
  /// Imports `bytes`, the size of the other library's allocation. Owns `fd` from now on, also if it throws.
  /// Throws Error if the driver refuses, for example because the memory is of another device.
  ExternalMemory(const Device &device, FileDescriptor fd, std::size_t bytes,
                 const ExternalMemoryOptions &options = {});
  ExternalMemory(ExternalMemory &&other) noexcept;
  ExternalMemory &operator=(ExternalMemory &&other) noexcept;
  ~ExternalMemory();

  const Device &device() const noexcept { return device_; }
  std::size_t bytes() const noexcept { return bytes_; }

  /// All bytes, to copy, to fill or to pass to a kernel; as<T>() and part() are the elements of a buffer in
  /// it.
  BufferView<std::byte> view() const noexcept { return {device_, static_cast<std::byte *>(data_), bytes_}; }

private:
  Device device_;
  core::ExternalMemoryHandle *handle_ = nullptr;
  void *data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// What the file descriptor of an ExternalSemaphore is.
enum class ExternalSemaphoreKind {
  opaque_fd, ///< of a binary semaphore of Vulkan (VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT)
  timeline   ///< of a timeline semaphore of Vulkan, which counts
};

/// A semaphore of another library, by which its work and that of streams wait for each other. Move-only. The
/// destructor never throws; what streams have been given must be done before. The CPU device has none.
class ExternalSemaphore {
public:
  /// Imports the semaphore. Owns `fd` from now on, also if it throws. Throws Error if the driver refuses.
  ExternalSemaphore(const Device &device, FileDescriptor fd,
                    ExternalSemaphoreKind kind = ExternalSemaphoreKind::opaque_fd);
  ExternalSemaphore(ExternalSemaphore &&other) noexcept;
  ExternalSemaphore &operator=(ExternalSemaphore &&other) noexcept;
  ~ExternalSemaphore();

  const Device &device() const noexcept { return device_; }

  /// Signals the semaphore after the work given to the stream so far. A timeline semaphore gets `value`,
  /// which must be greater than its value then; others ignore it. Does not wait. Throws Error if the devices
  /// differ.
  void signal(Stream &stream, std::uint64_t value = 0);
  /// Lets work given to the stream from now on wait until the semaphore is signalled; a timeline semaphore,
  /// until it has at least `value`. Does not wait. Throws Error if the devices differ.
  void wait(Stream &stream, std::uint64_t value = 0);

private:
  Device device_;
  core::ExternalSemaphoreHandle *handle_ = nullptr;
};

} // namespace kcc

#endif
