// Host code that writes messages as kernels do.
#ifndef KCC_TESTS_RING_WRITER_H
#define KCC_TESTS_RING_WRITER_H

#include <kcc/abi/print_ring.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

/// The GPU's side of a channel: the same steps as in
/// compiler/targets/nvptx/device/print.cpp.
class RingWriter {
public:
  RingWriter(kcc::abi::PrintChannel *channel, std::uint64_t capacity)
      : channel_(channel), capacity_(capacity) {}

  static std::vector<std::byte> payload(const std::string &format) {
    std::vector<std::byte> bytes(8 + (format.size() + 7) / 8 * 8);
    const std::uint32_t head[2] = {static_cast<std::uint32_t>(format.size()), 0};
    std::memcpy(bytes.data(), head, sizeof(head));
    std::memcpy(bytes.data() + 8, format.data(), format.size());
    return bytes;
  }
  static std::uint64_t bytes_of(const std::string &format) {
    return kcc::abi::print_record_bytes(static_cast<std::uint32_t>(payload(format).size()));
  }

  /// A position, or nothing if the message is dropped. `looked` is an old value of `consumed`, if given.
  std::optional<std::uint64_t> reserve(std::uint64_t bytes, std::optional<std::uint64_t> looked = {}) {
    const std::uint64_t consumed = looked ? *looked : std::atomic_ref(channel_->consumed).load();
    const std::uint64_t place = std::atomic_ref(control.reserved).fetch_add(bytes);
    if (static_cast<std::int64_t>(place + bytes - consumed) <= static_cast<std::int64_t>(capacity_))
      return place;
    std::atomic_ref(control.finished).fetch_add(bytes);
    std::atomic_ref(control.dropped).fetch_add(1);
    std::atomic_ref(channel_->overflowed).store(1);
    return {};
  }
  void write(std::uint64_t place, const std::string &format,
             kcc::abi::RecordKind kind = kcc::abi::RecordKind::print) {
    const auto bytes = payload(format);
    const std::uint32_t header[10] = {
        0, 0, static_cast<std::uint32_t>(bytes.size()), static_cast<std::uint32_t>(kind), 1, 2, 3, 4, 5, 6};
    put(place, 8, reinterpret_cast<const std::byte *>(header) + 8, 32);
    put(place, kcc::abi::print_header_bytes, bytes.data(), bytes.size());
  }
  void publish(std::uint64_t place, const std::string &format) {
    auto *word = reinterpret_cast<std::uint64_t *>(at(place));
    std::atomic_ref(*word).store(place ^ kcc::abi::print_tag, std::memory_order_release);
    std::atomic_ref(control.finished).fetch_add(bytes_of(format));
  }
  bool print(const std::string &format) {
    const auto place = reserve(bytes_of(format));
    if (place) {
      write(*place, format);
      publish(*place, format);
    }
    return place.has_value();
  }

  kcc::abi::PrintControl control{};

private:
  std::byte *at(std::uint64_t place) {
    if (place >= kcc::abi::failure_place)
      return channel_->failure + (place & (sizeof(channel_->failure) - 1));
    return reinterpret_cast<std::byte *>(channel_ + 1) + (place & (capacity_ - 1));
  }
  void put(std::uint64_t place, std::uint64_t offset, const std::byte *from, std::size_t bytes) {
    for (std::size_t i = 0; i != bytes; ++i)
      *at(place + offset + i) = from[i];
  }
  kcc::abi::PrintChannel *channel_;
  std::uint64_t capacity_;
};

#endif
