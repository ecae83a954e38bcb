#include "print_ring.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace kcc::core {

namespace {

std::uint64_t load(const std::byte *word) {
  return std::atomic_ref(*const_cast<std::uint64_t *>(reinterpret_cast<const std::uint64_t *>(word)))
      .load(std::memory_order_acquire);
}

/// Reads the record at `place` of a memory whose size is a power of 2; its tag has been seen.
PrintRecord read_record(const std::byte *memory, std::uint64_t bytes, std::uint64_t place) {
  const auto word = [&](std::uint64_t offset, std::uint64_t half) {
    std::uint32_t value;
    std::memcpy(&value, memory + ((place + offset) & (bytes - 1)) + 4 * half, sizeof(value));
    return value;
  };
  PrintRecord record;
  record.kind = static_cast<abi::RecordKind>(word(8, 1));
  record.block = {word(16, 0), word(16, 1), word(24, 0)};
  record.thread = {word(24, 1), word(32, 0), word(32, 1)};
  record.payload.resize(std::min(word(8, 0), abi::max_print_payload));
  const std::uint64_t first = (place + abi::print_header_bytes) & (bytes - 1);
  const std::uint64_t straight = std::min<std::uint64_t>(record.payload.size(), bytes - first);
  std::copy_n(memory + first, straight, record.payload.begin());
  std::copy_n(memory, record.payload.size() - straight,
              record.payload.begin() + static_cast<std::ptrdiff_t>(straight));
  return record;
}

} // namespace

PrintRing::PrintRing(abi::PrintChannel *channel, std::uint64_t capacity)
    : channel_(channel), capacity_(capacity) {
  std::memset(static_cast<void *>(channel), 0, sizeof(*channel) + capacity);
}

bool PrintRing::take_one(std::vector<PrintRecord> &records) {
  const auto *memory = reinterpret_cast<const std::byte *>(channel_ + 1);
  if (load(memory + (next_ & (capacity_ - 1))) != (next_ ^ abi::print_tag))
    return false;
  records.push_back(read_record(memory, capacity_, next_));
  next_ += abi::print_record_bytes(static_cast<std::uint32_t>(records.back().payload.size()));
  return true;
}

void PrintRing::take(std::vector<PrintRecord> &records) {
  while (take_one(records))
    ;
  std::atomic_ref(channel_->consumed).store(next_, std::memory_order_release);
}

void PrintRing::take_all(std::uint64_t reserved, std::vector<PrintRecord> &records) {
  // No thread found space beyond this distance from the host's read position.
  const std::uint64_t end = std::min(reserved, channel_->consumed + capacity_);
  while (next_ < end)
    if (!take_one(records))
      next_ += 16; // records start at multiples of 16
  next_ = std::max(next_, reserved);
  std::atomic_ref(channel_->consumed).store(next_, std::memory_order_release);
}

bool PrintRing::overflowed() {
  return std::atomic_ref(channel_->overflowed).exchange(0, std::memory_order_acq_rel) != 0;
}

std::optional<PrintRecord> PrintRing::failure() const {
  if (load(channel_->failure) != (abi::failure_place ^ abi::print_tag))
    return std::nullopt;
  return read_record(channel_->failure, sizeof(channel_->failure), 0);
}

void PrintRing::forget_failure() {
  std::atomic_ref(*reinterpret_cast<std::uint64_t *>(channel_->failure)).store(0, std::memory_order_release);
}

} // namespace kcc::core
