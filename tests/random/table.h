// The table of the programs in one library, which `run` writes and the runner reads.
#ifndef RANDOM_TABLE_H
#define RANDOM_TABLE_H

#include "program.h"

#include <kcc/runtime/kernel.h>
#include <kcc/runtime/launch_config.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace random_program {

/// Results, words of global memory that are initially 0, and the same values for all programs.
using Kernel = kcc::Kernel<std::span<std::uint64_t>, std::span<std::uint32_t>, Input>;

struct Program {
  const char *name;
  const Kernel *kernel;
  kcc::LaunchConfig config;
  std::size_t results;           ///< 64-bit words
  std::size_t memory;            ///< 32-bit words
  const std::uint64_t *expected; ///< the results, then the memory
};

struct Table {
  const Program *programs;
  std::size_t count;
};

} // namespace random_program

#endif
