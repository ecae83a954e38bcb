// How records of printing and failing kernels (device/output_record.h) travel from a GPU to the host. Code
// for GPUs has a global variable `kcc_output`, the address of an OutputControl in the GPU's memory; while it
// is null, nothing is written. (On the CPU device kernels call functions instead: abi/cpu_functions.h.)
#ifndef KCC_ABI_OUTPUT_RING_H
#define KCC_ABI_OUTPUT_RING_H

#include <kcc/device/output_record.h>

#include <cstddef>
#include <cstdint>

namespace kcc::abi {

/// The variable's name.
inline constexpr char output_variable[] = "kcc_output";

/// What the threads of one GPU share. Only they write to it.
struct OutputControl {
  std::uint64_t reserved; ///< bytes of all messages so far, those included that found no room
  std::uint64_t finished; ///< as much of `reserved` as nobody writes to any more
  std::uint64_t dropped;  ///< messages that found no room
  std::uint32_t failed;   ///< 1 when a thread has claimed OutputChannel::failure
  std::uint32_t padding;
  std::uint64_t channel;  ///< the GPU's address of an OutputChannel
  std::uint64_t capacity; ///< bytes of the ring behind the channel, a power of 2
};
static_assert(sizeof(OutputControl) == 48);

/// In the host's memory, so that it outlives a GPU context that a trap ends.
struct alignas(64) OutputChannel {
  std::uint64_t consumed;              ///< the place up to which the host has read; only the host writes it
  std::uint64_t overflowed;            ///< not 0: a message was dropped since the host wrote 0 here
  alignas(64) std::byte failure[8192]; ///< the record of the first failure
  // The ring follows: place p is the byte p & (capacity - 1).
};
static_assert(sizeof(OutputChannel) == 64 + 8192);

} // namespace kcc::abi

#endif
