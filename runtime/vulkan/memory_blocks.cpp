#include "memory_blocks.h"

#include "../core/process_end.h"
#include "context.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace kcc::vulkan {

namespace {

/// The type of memory for a block, out of those that the bits allow.
std::optional<std::uint32_t> memory_type(const MemoryProperties &memory, std::uint32_t bits, BlockKind kind) {
  const auto first_with = [&](Flags wanted, Flags unwanted) -> std::optional<std::uint32_t> {
    for (std::uint32_t i = 0; i < memory.type_count; ++i)
      if ((bits >> i & 1) != 0 && (memory.types[i].flags & wanted) == wanted &&
          (memory.types[i].flags & unwanted) == 0)
        return i;
    return std::nullopt;
  };
  if (kind == BlockKind::device) {
    for (const Flags unwanted : {memory_host_visible, Flags{0}})
      if (const auto type = first_with(memory_device_local, unwanted))
        return type;
    return first_with(0, 0);
  }
  constexpr Flags usable = memory_host_visible | memory_host_coherent;
  for (const Flags wanted : {usable | memory_host_cached, usable})
    for (const Flags unwanted : {memory_device_local, Flags{0}})
      if (const auto type = first_with(wanted, unwanted))
        return type;
  return std::nullopt;
}

} // namespace

Block make_block(Context &context, std::uint64_t bytes, BlockKind kind, const core::Operation &operation) {
  const DeviceApi &api = context.api;
  const PhysicalDevice &physical = context.physical;
  const std::uint64_t most = physical.features.properties_11.max_memory_allocation_bytes;
  if (bytes > most)
    detail::fail(ErrorCategory::out_of_memory, operation.text(),
                 "the driver has no more than " + std::to_string(most) + " bytes in one piece",
                 "Work on smaller parts");
  Block block;
  block.bytes = (bytes + 3) / 4 * 4; // vkCmdFillBuffer fills words
  try {
    const BufferCreateInfo buffer{.bytes = block.bytes,
                                  .usage = buffer_transfer_source | buffer_transfer_destination |
                                           buffer_storage | buffer_device_address};
    context.call(operation, api.create_buffer, context.device, &buffer, nullptr, &block.buffer);
    MemoryRequirements requirements{};
    api.get_buffer_memory_requirements(context.device, block.buffer, &requirements);
    const auto type = memory_type(physical.memory, requirements.type_bits, kind);
    if (!type)
      detail::fail(ErrorCategory::not_supported, operation.text(), "the device has no suitable memory");
    const MemoryAllocateFlagsInfo flags{.flags = memory_allocate_device_address};
    const MemoryAllocateInfo memory{.next = &flags, .bytes = requirements.bytes, .memory_type = *type};
    context.call(operation, api.allocate_memory, context.device, &memory, nullptr, &block.memory);
    context.call(operation, api.bind_buffer_memory, context.device, block.buffer, block.memory,
                 std::uint64_t{0});
    if (kind == BlockKind::host)
      context.call(operation, api.map_memory, context.device, block.memory, std::uint64_t{0}, whole_size,
                   Flags{0}, reinterpret_cast<void **>(&block.host));
    const BufferDeviceAddressInfo info{.buffer = block.buffer};
    block.address = api.get_buffer_device_address(context.device, &info);
  } catch (const Error &) {
    free_block(context, block);
    throw;
  }
  return block;
}

void free_block(Context &context, const Block &block) noexcept {
  if (core::process_has_ended())
    return;
  context.api.destroy_buffer(context.device, block.buffer, nullptr);
  context.api.free_memory(context.device, block.memory, nullptr); // unmaps it, too
}

/// `mutex_` is locked.
Allocations::Piece Allocations::make_piece(std::uint64_t bytes, BlockKind kind,
                                           const core::Operation &operation) {
  const std::uint64_t size = std::bit_ceil(std::max(bytes, std::uint64_t{1} << smallest));
  const auto index = static_cast<std::size_t>(std::countr_zero(size)) - smallest;
  if (kind == BlockKind::host || index >= size_count)
    return {.block = make_block(context_, bytes, kind, operation), .bytes = bytes};
  std::vector<Piece> &free = free_[index];
  if (free.empty()) {
    constexpr std::uint64_t least_block_bytes = std::uint64_t{64} << 10, pieces_of_block = 16;
    const std::uint64_t block_bytes = std::max(least_block_bytes, pieces_of_block * size);
    free.reserve(free.capacity() + block_bytes / size); // so that release() has the space
    const Block block = make_block(context_, block_bytes, kind, operation);
    for (std::uint64_t offset = block_bytes; offset != 0; offset -= size)
      free.push_back({.block = block, .offset = offset - size, .size_index = index});
  }
  Piece piece = free.back();
  free.pop_back();
  piece.bytes = bytes;
  return piece;
}

void *Allocations::allocate(std::uint64_t bytes, BlockKind kind, const core::Operation &operation) {
  const std::unique_lock lock(mutex_);
  const Piece piece = make_piece(bytes, kind, operation);
  const std::uint64_t address = piece.block.address + piece.offset;
  by_device_address_.emplace(address, piece);
  if (kind == BlockKind::device)
    return reinterpret_cast<void *>(address);
  by_host_address_.emplace(reinterpret_cast<std::uintptr_t>(piece.block.host), piece);
  return piece.block.host;
}

void Allocations::release(void *memory, BlockKind kind) noexcept {
  std::uint64_t address = reinterpret_cast<std::uintptr_t>(memory);
  const std::unique_lock lock(mutex_);
  if (kind == BlockKind::host) {
    const auto on_host = by_host_address_.find(address);
    if (on_host == by_host_address_.end())
      return;
    address = on_host->second.block.address;
    by_host_address_.erase(on_host);
  }
  const auto found = by_device_address_.find(address);
  if (found == by_device_address_.end())
    return;
  const Piece piece = found->second;
  by_device_address_.erase(found);
  if (piece.size_index)
    free_[*piece.size_index].push_back(piece);
  else
    free_block(context_, piece.block);
}

const Allocations::Piece *Allocations::piece_with(const Pieces &pieces, std::uint64_t address,
                                                  std::uint64_t bytes) {
  auto found = pieces.upper_bound(address);
  if (found == pieces.begin())
    return nullptr;
  --found;
  const std::uint64_t offset = address - found->first;
  const Piece &piece = found->second;
  return offset <= piece.bytes && bytes <= piece.bytes - offset ? &piece : nullptr;
}

Place Allocations::find(const void *memory, std::uint64_t bytes, const core::Operation &operation) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::shared_lock lock(mutex_);
  if (const Piece *piece = piece_with(by_device_address_, address, bytes))
    return {piece->block.buffer, address - piece->block.address};
  detail::fail(operation.text(), "the device has no such memory",
               "Take the address from a kcc::Buffer of the device that is still alive");
}

std::optional<Place> Allocations::find_host(const void *memory, std::uint64_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::shared_lock lock(mutex_);
  if (const Piece *piece = piece_with(by_host_address_, address, bytes))
    return Place{piece->block.buffer, address - reinterpret_cast<std::uintptr_t>(piece->block.host)};
  return std::nullopt;
}

std::optional<std::uint64_t> Allocations::device_address(const void *memory) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::shared_lock lock(mutex_);
  if (const Piece *piece = piece_with(by_host_address_, address, 0))
    return piece->block.address + (address - reinterpret_cast<std::uintptr_t>(piece->block.host));
  return std::nullopt;
}

std::shared_ptr<const Block> HostBlocks::take(std::uint64_t bytes, const core::Operation &operation) {
  const std::uint64_t size = std::bit_ceil(std::max(bytes, std::uint64_t{1} << smallest));
  const auto index = static_cast<std::size_t>(std::countr_zero(size)) - smallest;
  std::optional<Block> block;
  if (index < size_count) {
    const std::lock_guard lock(mutex_);
    if (!free_[index].empty()) {
      block = free_[index].back();
      free_[index].pop_back();
      free_bytes_ -= size;
    }
  }
  if (!block)
    block = make_block(context_, size, BlockKind::host, operation);
  return {new Block(*block), [this](const Block *used) {
            give_back(*used);
            delete used;
          }};
}

void HostBlocks::give_back(const Block &block) noexcept {
  const auto index = static_cast<std::size_t>(std::countr_zero(block.bytes)) - smallest;
  if (index < size_count) {
    const std::lock_guard lock(mutex_);
    if (free_bytes_ + block.bytes <= most_free_bytes) {
      try {
        free_[index].push_back(block);
        free_bytes_ += block.bytes;
        return;
      } catch (const std::bad_alloc &) { // then it is freed
      }
    }
  }
  free_block(context_, block);
}

StatusSlot StatusSlots::take(const core::Operation &operation) {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) {
    constexpr std::size_t count = 512;
    const Block &block = blocks_.emplace_back(
        make_block(context_, count * sizeof(abi::SpirvStatus), BlockKind::host, operation));
    auto *const slots = reinterpret_cast<abi::SpirvStatus *>(block.host);
    std::fill_n(slots, count, abi::SpirvStatus{});
    for (std::size_t i = count; i-- > 0;)
      free_.push_back({slots + i, block.address + i * sizeof(abi::SpirvStatus)});
  }
  const StatusSlot slot = free_.back();
  free_.pop_back();
  return slot;
}

} // namespace kcc::vulkan
