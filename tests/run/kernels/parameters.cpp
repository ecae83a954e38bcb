#include "parameters.h"

#include <kcc/device.h>

#include <span>

using namespace parameters;

[[kcc::kernel]] void scalars(std::span<double> out, std::int8_t byte, std::uint16_t word, bool flag,
                             std::int64_t wide, float real, double precise, std::uint8_t last) {
  out[0] = byte;
  out[1] = word;
  out[2] = flag ? 1 : 2;
  out[3] = static_cast<double>(wide);
  out[4] = real;
  out[5] = precise;
  out[6] = last;
}

[[kcc::kernel]] void members(std::span<double> out, Mixed mixed, Four four) {
  out[0] = mixed.byte;
  out[1] = mixed.word;
  out[2] = mixed.flag ? 1 : 2;
  out[3] = mixed.real;
  out[4] = mixed.wide;
  out[5] = mixed.three[0] + 10 * mixed.three[1] + 100 * mixed.three[2];
  out[6] = four.at[0] + 10 * four.at[1] + 100 * four.at[2] + 1000 * four.at[3];
}

/// Reads a member at an index that only the launch knows.
[[kcc::kernel]] void at_an_index(std::span<double> out, Mixed mixed, std::uint32_t index) {
  out[kcc::thread_idx().x] = mixed.three[(index + kcc::thread_idx().x) % 3];
}

[[kcc::kernel]] void large(std::span<double> out, Large many, std::uint32_t factor) {
  for (std::size_t i = 0; i != out.size(); ++i)
    out[i] = static_cast<double>(many.at[i] * factor);
}

/// Writes to its own copy.
[[kcc::kernel]] void written(std::span<double> out, Mixed mixed) {
  mixed.three[kcc::thread_idx().x % 3] = static_cast<std::int16_t>(-1);
  out[kcc::thread_idx().x] = mixed.three[0] + mixed.three[1] + mixed.three[2] + mixed.wide;
}

[[kcc::kernel]] void pointers(const double *in, double *out, const double *const *others,
                              std::uint32_t count) {
  for (std::uint32_t i = 0; i != count; ++i)
    out[i] = in[i] + *others[i];
}
