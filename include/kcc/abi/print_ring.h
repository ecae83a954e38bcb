// How the records of printing and failing kernels (device/print_record.h) get from a GPU to the host. GPU
// code has a global variable `kcc_print_control`, which holds the address of a PrintControl in GPU memory;
// while it is null, nothing is written. (On the CPU device kernels call functions instead:
// abi/cpu_functions.h.)
#ifndef KCC_ABI_PRINT_RING_H
#define KCC_ABI_PRINT_RING_H

#include <kcc/device/print_record.h>

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

/// The name of that variable.
inline constexpr char print_variable[] = "kcc_print_control";

/// Shared by the threads of one GPU. Only they write to it.
struct PrintControl {
  std::uint64_t reserved; ///< total size in bytes of all messages so far, including dropped ones
  std::uint64_t finished; ///< the part of `reserved` that no thread writes to any more
  std::uint64_t dropped;  ///< messages for which there was no space
  std::uint32_t failed;   ///< 1 once a thread has claimed PrintChannel::failure
  std::uint32_t padding;
  std::uint64_t channel;  ///< GPU address of a PrintChannel
  std::uint64_t capacity; ///< bytes of the ring after the channel, a power of 2
};
static_assert(sizeof(PrintControl) == 48);

/// In host memory, so that it survives a GPU context that a trap destroys.
struct alignas(64) PrintChannel {
  std::uint64_t consumed;   ///< the position up to which the host has read; only the host writes it
  std::uint64_t overflowed; ///< nonzero: a message was dropped since the host wrote 0 here
  alignas(64) std::byte failure[8192]; ///< the record of the first failure
  // The ring follows: position p is byte p & (capacity - 1).
};
static_assert(sizeof(PrintChannel) == 64 + 8192);

} // namespace kcc::abi

#endif
