// Parameters that kernels and the host share.
#ifndef KCC_TESTS_RUN_KERNELS_PARAMETERS_H
#define KCC_TESTS_RUN_KERNELS_PARAMETERS_H

#include <cstdint>

namespace parameters {

/// Members of all sizes, with padding.
struct Mixed {
  std::int8_t byte;
  std::uint16_t word;
  bool flag;
  float real;
  double wide;
  std::int16_t three[3];
};

struct alignas(16) Four {
  float at[4];
};

/// More than push constants hold.
struct Large {
  std::uint64_t at[12];
};

} // namespace parameters

#endif
