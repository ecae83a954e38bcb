// How messages name threads and blocks.
#ifndef KCC_RUNTIME_CPU_TEXT_H
#define KCC_RUNTIME_CPU_TEXT_H

#include "kcc/runtime/launch_config.h"

#include <string>

namespace kcc::cpu {

inline std::string text(Dim3 dim) {
  return "(" + std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " + std::to_string(dim.z) + ")";
}

/// The place of the thread with this number in a block; x fastest.
inline Dim3 thread_of_rank(std::uint32_t rank, Dim3 block) {
  return {rank % block.x, rank / block.x % block.y, rank / block.x / block.y};
}

} // namespace kcc::cpu

#endif
