// What a random program, made into a kernel, and the host program that runs it agree on.
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <cstdint>

namespace random_program {

/// The third parameter of every kernel, by value. parallel.py knows the same values.
struct Input {
  std::uint32_t *places[2]; ///< both into the same 64 words of global memory: the first one and the 33rd
  std::uint64_t large;
  double real;
  std::int32_t number;
  std::int16_t shorts[3];
  std::uint8_t byte;
};

} // namespace random_program

#endif
