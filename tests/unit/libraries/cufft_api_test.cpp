// Compares every declaration of cufft_api.h with NVIDIA's cufft.h. Only built if that header is found. There
// is nothing to run: mistakes do not compile.
#include "alike.h"
#include "fft/cufft_api.h"
#include "fft/cufft_status.h"

#include <cufft.h>

namespace {

using kcc::cufft::Api;

#define KCC_HOLD(name, function, symbol, parameters)                                                         \
  static_assert(alike::Functions<decltype(Api::name), decltype(&::function)>::are_alike(), symbol);          \
  static_assert(std::string_view(symbol) == #function);
KCC_CUFFT_FUNCTIONS(KCC_HOLD)
static_assert(sizeof(kcc::cufft::ComplexF) == sizeof(cufftComplex) &&
              sizeof(kcc::cufft::ComplexD) == sizeof(cufftDoubleComplex));

#define KCC_HOLD_STATUS(number, name, category, text, hint) static_assert(CUFFT_##name == number);
KCC_CUFFT_STATUSES(KCC_HOLD_STATUS)

#define KCC_HOLD_VALUE(ours, theirs)                                                                         \
  static_assert(static_cast<int>(kcc::cufft::ours) == static_cast<int>(theirs));
KCC_HOLD_VALUE(r2c, CUFFT_R2C)
KCC_HOLD_VALUE(c2r, CUFFT_C2R)
KCC_HOLD_VALUE(c2c, CUFFT_C2C)
KCC_HOLD_VALUE(d2z, CUFFT_D2Z)
KCC_HOLD_VALUE(z2d, CUFFT_Z2D)
KCC_HOLD_VALUE(z2z, CUFFT_Z2Z)
KCC_HOLD_VALUE(forward, CUFFT_FORWARD)
KCC_HOLD_VALUE(inverse, CUFFT_INVERSE)

} // namespace
