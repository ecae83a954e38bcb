#include "memory_blocks.h"

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
  context.api.destroy_buffer(context.device, block.buffer, nullptr);
  context.api.free_memory(context.device, block.memory, nullptr); // unmaps it, too
}

void *Allocations::allocate(std::uint64_t bytes, BlockKind kind, const core::Operation &operation) {
  const Block block = make_block(context_, bytes, kind, operation);
  const std::unique_lock lock(mutex_);
  by_device_address_.emplace(block.address, block);
  if (kind == BlockKind::device)
    return reinterpret_cast<void *>(block.address);
  by_host_address_.emplace(reinterpret_cast<std::uintptr_t>(block.host), block);
  return block.host;
}

void Allocations::release(void *memory) noexcept {
  Block block;
  {
    const std::unique_lock lock(mutex_);
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (const auto host = by_host_address_.find(address); host != by_host_address_.end()) {
      block = host->second;
      by_host_address_.erase(host);
    } else if (const auto device = by_device_address_.find(address); device != by_device_address_.end()) {
      block = device->second;
    } else {
      return;
    }
    by_device_address_.erase(block.address);
  }
  free_block(context_, block);
}

const Block *Allocations::block_with(const Blocks &blocks, std::uint64_t address, std::uint64_t bytes) {
  auto found = blocks.upper_bound(address);
  if (found == blocks.begin())
    return nullptr;
  --found;
  const std::uint64_t offset = address - found->first;
  return offset <= found->second.bytes && bytes <= found->second.bytes - offset ? &found->second : nullptr;
}

Place Allocations::find(const void *memory, std::uint64_t bytes, const core::Operation &operation) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::shared_lock lock(mutex_);
  if (const Block *block = block_with(by_device_address_, address, bytes))
    return {block->buffer, address - block->address};
  detail::fail(operation.text(), "the device has no such memory",
               "Take the address from a kcc::Buffer of the device that is still alive");
}

std::optional<Place> Allocations::find_host(const void *memory, std::uint64_t bytes) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::shared_lock lock(mutex_);
  if (const Block *block = block_with(by_host_address_, address, bytes))
    return Place{block->buffer, address - reinterpret_cast<std::uintptr_t>(block->host)};
  return std::nullopt;
}

std::optional<std::uint64_t> Allocations::device_address(const void *memory) const {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::shared_lock lock(mutex_);
  if (const Block *block = block_with(by_host_address_, address, 0))
    return block->address + (address - reinterpret_cast<std::uintptr_t>(block->host));
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
    const Block block =
        make_block(context_, count * sizeof(abi::VulkanStatus), BlockKind::host, operation); // never freed
    auto *const slots = reinterpret_cast<abi::VulkanStatus *>(block.host);
    std::fill_n(slots, count, abi::VulkanStatus{});
    for (std::size_t i = count; i-- > 0;)
      free_.push_back({slots + i, block.address + i * sizeof(abi::VulkanStatus)});
  }
  const StatusSlot slot = free_.back();
  free_.pop_back();
  return slot;
}

} // namespace kcc::vulkan
