// How GPU code writes records to the host (include/kcc/abi/print_ring.h).
//
// The position of a message is a number that only grows; its place in the ring is position & (capacity - 1).
// A thread that adds to `reserved` owns [position, position + bytes), even if it turns out that the host has
// not read that far yet: such a gap is never written, and the host skips it (runtime/cuda/print_buffer.h). A
// record is valid once its tag is written, after a fence.
//
// A failure has separate memory, for the first thread that claims it. Another failing thread must not trap
// while the first one is still writing, because a trap ends everything: it only ends itself. Where a thread
// cannot end without those that run in step with it (KCC_THREADS_END_TOGETHER), it writes nothing and waits.
#include <kcc/abi/print_ring.h>
#include <kcc/device/builtins.h>
#include <kcc/device/send_record.h>

#include "intrinsics.h"

using namespace kcc::abi;

/// The runtime stores the address here when it loads the module.
extern "C" {
KCC_GLOBAL PrintControl *KCC_GLOBAL kcc_print_control = nullptr;
}

namespace {

/// Returned instead of a position if nobody reads, or if the ring is full.
constexpr std::uint64_t nowhere = ~std::uint64_t{0};

bool is_failure(std::uint64_t place) {
  return (place & failure_place) != 0;
}

std::uint32_t shorter(std::uint32_t a, std::uint32_t b) {
  return a < b ? a : b;
}

std::uint64_t record_bytes(std::uint32_t payload_bytes) {
  return print_record_bytes(shorter(payload_bytes, max_print_payload));
}

KCC_GLOBAL PrintChannel *channel_of(const KCC_GLOBAL PrintControl *control) {
  return (KCC_GLOBAL PrintChannel *)control->channel;
}

/// The word at this offset in bytes of a record.
KCC_GLOBAL std::uint64_t *word_of(std::uint64_t place, std::uint64_t offset) {
  const KCC_GLOBAL PrintControl *const control = kcc_print_control;
  const std::uint64_t bytes = is_failure(place) ? sizeof(PrintChannel::failure) : control->capacity;
  const std::uint64_t begin = is_failure(place) ? offsetof(PrintChannel, failure) : sizeof(PrintChannel);
  return (KCC_GLOBAL std::uint64_t *)(control->channel + begin + ((place + offset) & (bytes - 1)));
}

void put_pair(std::uint64_t place, std::uint64_t offset, std::uint32_t first, std::uint32_t second) {
  *word_of(place, offset) = std::uint64_t{second} << 32 | first;
}

template <class T> T add(KCC_GLOBAL T *to, std::uint64_t number) {
  return __atomic_fetch_add(KCC_AT_DEVICE_SCOPE(to), number, __ATOMIC_RELAXED);
}

/// Reserves space in the ring; returns `nowhere` if there is not enough.
std::uint64_t reserve(KCC_GLOBAL PrintControl *control, std::uint64_t bytes) {
  KCC_GLOBAL PrintChannel *const channel = channel_of(control);
  const auto is_too_much = [&](std::uint64_t end, std::uint64_t consumed) {
    return static_cast<std::int64_t>(end - consumed) > static_cast<std::int64_t>(control->capacity);
  };
  const std::uint64_t reserved = __atomic_load_n(KCC_AT_DEVICE_SCOPE(&control->reserved), __ATOMIC_RELAXED);
  const std::uint64_t consumed = __atomic_load_n(&channel->consumed, __ATOMIC_RELAXED);
  if (!is_too_much(reserved + bytes, consumed)) {
    const std::uint64_t place = add(&control->reserved, bytes);
    if (!is_too_much(place + bytes, consumed))
      return place;
    add(&control->finished, bytes);
  }
  add(&control->dropped, 1);
  __atomic_store_n(&channel->overflowed, 1, __ATOMIC_RELAXED);
  return nowhere;
}

} // namespace

/// Writes the header except for the tag.
[[gnu::noinline]] std::uint64_t __kcc_print_begin(std::uint32_t kind, std::uint32_t payload_bytes) noexcept {
  KCC_GLOBAL PrintControl *const control = kcc_print_control;
  if (!control)
    return nowhere;
  std::uint64_t place = failure_place;
  if (kind >= static_cast<std::uint32_t>(first_failure)) {
    if (__atomic_exchange_n(KCC_AT_DEVICE_SCOPE(&control->failed), 1, __ATOMIC_RELAXED) != 0)
#ifdef KCC_THREADS_END_TOGETHER
      return nowhere;
#else
      __nvvm_exit();
#endif
  } else {
    place = reserve(control, record_bytes(payload_bytes));
    if (place == nowhere)
      return nowhere;
  }
  put_pair(place, 8, shorter(payload_bytes, max_print_payload), kind);
  put_pair(place, 16, __kcc_block_idx_x(), __kcc_block_idx_y());
  put_pair(place, 24, __kcc_block_idx_z(), __kcc_thread_idx_x());
  put_pair(place, 32, __kcc_thread_idx_y(), __kcc_thread_idx_z());
  return place;
}

/// Writes words of 8 bytes: each single byte would be a separate transfer.
[[gnu::noinline]] void __kcc_print_put(std::uint64_t place, std::uint32_t offset, const void *from,
                                       std::uint32_t bytes) noexcept {
  if (place == nowhere)
    return;
  const std::uint32_t begin = shorter(offset, max_print_payload);
  const std::uint32_t count = shorter(bytes, max_print_payload - begin);
  for (std::uint32_t i = 0; i < count; i += 8) {
    std::uint64_t word = 0;
    for (std::uint32_t byte = 0; byte < 8 && i + byte < count; ++byte)
      word |= std::uint64_t{static_cast<const unsigned char *>(from)[i + byte]} << (8 * byte);
    *word_of(place, std::uint64_t{print_header_bytes} + begin + i) = word;
  }
}

[[gnu::noinline]] void __kcc_print_end(std::uint64_t place, std::uint32_t payload_bytes) noexcept {
  if (place == nowhere)
    return;
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __atomic_store_n(word_of(place, 0), place ^ print_tag, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_RELEASE);
  if (!is_failure(place))
    add(&kcc_print_control->finished, record_bytes(payload_bytes));
}

[[gnu::noinline, gnu::cold]] void __kcc_print_stop() noexcept {
#ifdef KCC_THREADS_END_TOGETHER
  KCC_GLOBAL PrintControl *const control = kcc_print_control;
  if (control && __atomic_load_n(KCC_AT_DEVICE_SCOPE(&control->failed), __ATOMIC_RELAXED) != 0)
    while (__atomic_load_n(word_of(failure_place, 0), __ATOMIC_RELAXED) != (failure_place ^ print_tag))
      ;
#endif
  __atomic_thread_fence(__ATOMIC_RELEASE);
  __builtin_trap();
}
