// Memory of a device and of the host that the device reaches.
#ifndef KCC_RUNTIME_VULKAN_MEMORY_BLOCKS_H
#define KCC_RUNTIME_VULKAN_MEMORY_BLOCKS_H

#include "vulkan_types.h"

#include "../core/backend.h"

#include <kcc/abi/spirv_notes.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <vector>

namespace kcc::vulkan {

class Context;

enum class BlockKind {
  device, ///< the device's own memory
  host    ///< the host's, coherent and cached if there is such memory
};

/// A buffer with memory of its own.
struct Block {
  BufferRef buffer = nullptr;
  MemoryRef memory = nullptr;
  std::uint64_t address = 0; ///< on the device
  std::uint64_t bytes = 0;
  std::byte *host = nullptr; ///< null for BlockKind::device
};

/// Throws Error if there is not enough memory.
Block make_block(Context &, std::uint64_t bytes, BlockKind, const core::Operation &);
/// No work uses it any more.
void free_block(Context &, const Block &) noexcept;

/// A place in a buffer.
struct Place {
  BufferRef buffer;
  std::uint64_t offset;
};

/// The memory that programs have, by its addresses. Small pieces share blocks, which are not freed but used
/// again: many drivers have no more than 4096 blocks. All functions may be called from any thread.
class Allocations {
public:
  explicit Allocations(Context &context) : context_(context) {}

  /// Returns the address on the device, or on the host for BlockKind::host.
  void *allocate(std::uint64_t bytes, BlockKind, const core::Operation &);
  /// No work uses it any more.
  void release(void *memory, BlockKind) noexcept;

  /// The place of device memory, which may start anywhere in a block. Throws Error if it is none.
  Place find(const void *device_memory, std::uint64_t bytes, const core::Operation &) const;
  /// The same for memory of the host; nothing if it is other memory.
  std::optional<Place> find_host(const void *host_memory, std::uint64_t bytes) const;
  /// The device's address of memory of the host.
  std::optional<std::uint64_t> device_address(const void *host_memory) const;

private:
  static constexpr std::size_t smallest = 8; ///< the least size that shares is 2 to the power of this
  static constexpr std::size_t size_count = 10;

  /// A part of a block, or all of it.
  struct Piece {
    Block block;
    std::uint64_t offset = 0, bytes = 0;
    std::optional<std::size_t> size_index = {}; ///< in free_; nothing: it has the block for itself
  };
  using Pieces = std::map<std::uint64_t, Piece>;
  static const Piece *piece_with(const Pieces &, std::uint64_t address, std::uint64_t bytes);
  Piece make_piece(std::uint64_t bytes, BlockKind, const core::Operation &);

  Context &context_;
  mutable std::shared_mutex mutex_; ///< guards what follows
  Pieces by_device_address_, by_host_address_;
  std::array<std::vector<Piece>, size_count> free_{};
};

/// Memory of the host for what passes between host and device, which is used again. Any thread may use it.
class HostBlocks {
public:
  explicit HostBlocks(Context &context) : context_(context) {}

  /// At least so many bytes. The memory is free again when nobody has the pointer any more.
  std::shared_ptr<const Block> take(std::uint64_t bytes, const core::Operation &);

private:
  static constexpr std::size_t smallest = 16; ///< the least size is 2 to the power of this
  static constexpr std::size_t size_count = 9;
  static constexpr std::uint64_t most_free_bytes = std::uint64_t{64} << 20;

  void give_back(const Block &) noexcept;

  Context &context_;
  std::mutex mutex_; ///< guards what follows
  std::array<std::vector<Block>, size_count> free_{};
  std::uint64_t free_bytes_ = 0;
};

/// Where kernels of a stream report that they failed.
struct StatusSlot {
  abi::SpirvStatus *host = nullptr;
  std::uint64_t address = 0; ///< on the device
};

/// Any thread may use it. Slots are not given back: they stay with the parts of streams (StreamParts).
class StatusSlots {
public:
  explicit StatusSlots(Context &context) : context_(context) {}
  /// All its bytes are 0.
  StatusSlot take(const core::Operation &);

private:
  Context &context_;
  std::mutex mutex_;          ///< guards what follows
  std::vector<Block> blocks_; ///< never freed
  std::vector<StatusSlot> free_;
};

} // namespace kcc::vulkan

#endif
