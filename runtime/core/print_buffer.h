// The memory to which one GPU's kernels write what they print and why they failed.
#ifndef KCC_RUNTIME_CORE_PRINT_BUFFER_H
#define KCC_RUNTIME_CORE_PRINT_BUFFER_H

#include "print_reader.h"

#include <kcc/runtime/error.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

namespace kcc::core {

/// Created when the first module that writes is loaded, and kept until the process ends. Messages go to a
/// ring in host memory (PrintReader). A backend implements how the memory is made and reached. All functions
/// may be called from any thread, with the GPU current if the driver has such a notion.
class PrintBuffer {
public:
  static constexpr std::uint64_t standard_capacity = std::uint64_t{1} << 20;

  PrintBuffer() = default;
  virtual ~PrintBuffer() = default;
  PrintBuffer(const PrintBuffer &) = delete;
  PrintBuffer &operator=(const PrintBuffer &) = delete;

  /// Writes the buffer's address to a module's variable, which is at this address of the GPU. Throws an Error
  /// that names `operation`.
  void attach(std::uint64_t variable, const std::string &operation);

  /// False until a module that writes has been loaded.
  bool exists() const noexcept { return exists_.load(std::memory_order_acquire); }

  /// Returns what has arrived since the last call. Costs one memory read, unless messages were dropped.
  Messages take() noexcept;

  /// A kernel's own report of why it ended, if one has failed.
  std::optional<std::string> failure() const;

  /// The driver is about to free the memory: forgets it, and what has not been taken. The buffer is not used
  /// any more afterwards.
  void end() noexcept;

  std::uint64_t capacity() const;
  /// Returns false if there is a ring already.
  bool set_capacity(std::uint64_t bytes);

protected:
  struct Memory {
    abi::PrintChannel *channel = nullptr; ///< page-locked memory of the host: the channel and its ring
    std::uint64_t channel_address = 0;    ///< the same for kernels
    std::uint64_t control = 0;            ///< a PrintControl in the GPU's memory
  };

  /// The same as failure() for the functions below, which are called while the buffer is locked.
  std::optional<std::string> failure_while_locked() const;

private:
  // These throw an Error that names the operation.

  /// Makes the memory, with a channel of so many bytes. What an earlier call made before it failed is kept.
  virtual void make(Memory &memory, std::size_t channel_bytes, const std::string &operation) = 0;
  /// Copies to the GPU's memory, and waits for that.
  virtual void write(std::uint64_t to, const void *from, std::size_t bytes, const std::string &operation) = 0;
  /// Copies from the GPU's memory, and waits for that; returns whether that was possible.
  virtual bool read(void *to, std::uint64_t from, std::size_t bytes) noexcept = 0;

  void create(const std::string &operation);
  std::optional<std::uint64_t> read_counter(std::size_t offset) noexcept;

  mutable std::mutex mutex_;
  std::atomic<bool> exists_ = false;
  std::uint64_t capacity_ = standard_capacity;
  Memory memory_;
  std::optional<PrintReader> ring_;
};

/// What is part of the advice for an error after which a GPU refuses all work of the process.
inline constexpr const char *sticky_advice = "The GPU is unusable to this process from now on";

/// The Error of a driver's call whose cause a kernel has reported.
Error failed_kernel(std::string operation, int code, std::string code_name, std::string report);

} // namespace kcc::core

#endif
