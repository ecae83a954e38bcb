// Compares every declaration of curand_api.h with NVIDIA's curand.h. Only built if that header is found.
// There is nothing to run: mistakes do not compile.
#include "alike.h"
#include "rand/curand_api.h"
#include "rand/curand_status.h"

#include <curand.h>

namespace {

using kcc::curand::Api;

#define KCC_HOLD(name, function, symbol, parameters)                                                         \
  static_assert(alike::Functions<decltype(Api::name), decltype(&::function)>::are_alike(), symbol);          \
  static_assert(std::string_view(symbol) == #function);
KCC_CURAND_FUNCTIONS(KCC_HOLD)

#define KCC_HOLD_STATUS(number, name, category, text, hint) static_assert(CURAND_STATUS_##name == number);
KCC_CURAND_STATUSES(KCC_HOLD_STATUS)

static_assert(static_cast<int>(kcc::curand::type_philox) == CURAND_RNG_PSEUDO_PHILOX4_32_10);
static_assert(static_cast<int>(kcc::curand::type_mrg32k3a) == CURAND_RNG_PSEUDO_MRG32K3A);

} // namespace
