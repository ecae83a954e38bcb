// Device memory and events that several processes of one machine use.
#ifndef KCC_RUNTIME_IPC_H
#define KCC_RUNTIME_IPC_H

#include <kcc/runtime/buffer_view.h>
#include <kcc/runtime/copy.h>
#include <kcc/runtime/device.h>
#include <kcc/runtime/event.h>
#include <kcc/runtime/signature.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace kcc {

namespace detail {

/// The bytes of a handle. Trivially copyable, and without addresses.
struct IpcHandle {
  std::uint64_t kind = 0;                      ///< tells handles from other bytes, and memory from events
  std::uint64_t process = 0, process_salt = 0; ///< that made it
  std::array<char, 48> device{};               ///< its UUID
  std::uint64_t element = 0;                   ///< a hash of the element's signature
  std::uint64_t element_bytes = 0, count = 0;
  std::array<std::byte, 64> backend{}; ///< the driver's handle
};

/// FNV-1a, which is the same in all programs.
constexpr std::uint64_t ipc_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

/// The untyped owner inside an IpcBuffer.
class IpcMemory {
public:
  IpcMemory(const Device &device, std::size_t count, std::size_t element_bytes);
  IpcMemory(const Device &device, const IpcHandle &handle, std::size_t element_bytes,
            std::string_view element);
  IpcMemory(IpcMemory &&other) noexcept;
  IpcMemory &operator=(IpcMemory &&other) noexcept;
  ~IpcMemory();

  const Device &device() const noexcept { return device_; }
  void *data() const noexcept { return data_; }
  std::size_t bytes() const noexcept { return bytes_; }
  IpcHandle handle(std::size_t element_bytes, std::string_view element) const;

private:
  Device device_;
  bool is_opened_ = false; ///< of another process
  void *data_ = nullptr;
  std::size_t bytes_ = 0;
};

} // namespace detail

/// What another process needs to open an IpcBuffer: bytes to send through a pipe, a socket or a file.
struct IpcMemoryHandle : detail::IpcHandle {};
/// The same for an IpcEvent.
struct IpcEventHandle : detail::IpcHandle {};

/// `size()` elements of device memory that several processes of one machine use: one allocates it and sends
/// handle() to others, which open it. It is used like a Buffer. Nothing orders the accesses of two processes
/// but IpcEvent, or waiting for a stream and telling the other process.
///
/// The process that allocated the memory must keep the buffer until the others have closed theirs; the driver
/// says nothing if it does not. Move-only; a moved-from buffer is empty. The destructor waits for the device,
/// frees or closes the memory, and never throws.
template <class T> class IpcBuffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T> && !std::is_volatile_v<T>,
                "kcc: an IpcBuffer's element is copied byte by byte: take a trivially copyable type "
                "without const or volatile");

public:
  using value_type = T;

  /// Allocates uninitialized memory for `count` elements, at least 1, to be opened by other processes. On
  /// CUDA it takes whole pieces of 2 MiB, so that other processes see nothing else. Throws Error if there is
  /// not enough memory.
  IpcBuffer(const Device &device, std::size_t count) : memory_(device, count, sizeof(T)) {}

  /// Opens memory that another process has allocated on the same device. Throws Error if the bytes are no
  /// such handle, if they are of this process, of another device or of elements of another type, or if the
  /// memory is gone.
  IpcBuffer(const Device &device, const IpcMemoryHandle &handle)
      : memory_(device, handle, sizeof(T), signature<T>()) {}

  /// For other processes. Throws Error if this process has opened the memory, and not allocated it.
  IpcMemoryHandle handle() const { return {memory_.handle(sizeof(T), signature<T>())}; }

  std::size_t size() const noexcept { return memory_.bytes() / sizeof(T); } ///< elements
  std::size_t bytes() const noexcept { return memory_.bytes(); }
  const Device &device() const noexcept { return memory_.device(); }

  /// The device address of the first element in this process; only kernels and copies may access it.
  T *data() const noexcept { return static_cast<T *>(memory_.data()); }
  std::span<T> span() noexcept { return {data(), size()}; }
  std::span<const T> span() const noexcept { return {data(), size()}; }

  /// The elements without ownership, to copy, to fill or to pass a part of them to a kernel.
  BufferView<T> view() noexcept { return {device(), data(), size()}; }
  BufferView<const T> view() const noexcept { return {device(), data(), size()}; }
  operator BufferView<T>() & noexcept { return view(); }
  operator BufferView<const T>() const & noexcept { return view(); }

  /// Returns the elements, after all work given to `stream` before. Waits for the stream. Throws Error if the
  /// devices differ, or if an earlier kernel failed.
  std::vector<T> to_host(Stream &stream) const
    requires(!std::is_same_v<T, bool>) // std::vector<bool> has no elements to copy to
  {
    std::vector<T> host(size());
    detail::read(stream, device(), data(), bytes(), host.data());
    return host;
  }

private:
  detail::IpcMemory memory_;
};

/// An event that several processes use: one makes it and sends handle() to others, which open it. Any of them
/// records it, waits for it or lets a stream wait for it, like an Event. An event that no process has
/// recorded yet is done, so tell the other process that it has been recorded. It measures no time:
/// Event::elapsed throws. The CPU device has none, because its streams belong to their process.
class IpcEvent : public Event {
public:
  /// Makes an event for this device. Throws Error if the device has no such events.
  explicit IpcEvent(const Device &device);
  /// Opens an event that another process has made for the same device. Throws Error if the bytes are no such
  /// handle, if they are of this process or of another device, or if the event is gone.
  IpcEvent(const Device &device, const IpcEventHandle &handle);

  /// For other processes. Throws Error if this process has opened the event, and not made it.
  IpcEventHandle handle() const;

private:
  bool is_opened_;
};

} // namespace kcc

#endif
