// Shared by a random program, compiled as a kernel, and the host program that runs it.
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <cstdint>

namespace random_program {

/// The third parameter of every kernel, passed by value. parallel.py has the same values.
struct Input {
  std::uint32_t *places[2]; ///< both point into the same 64 words of global memory: at the first and the 33rd
  std::uint64_t large;
  double real;
  std::int32_t number;
  std::int16_t shorts[3];
  std::uint8_t byte;
};

} // namespace random_program

#endif
