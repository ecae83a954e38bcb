// The host side of kcc::reduce: its kernels by type and operation.
#include <kcc/algorithm/reduce.h>

#include "kcc_algorithm_kernels.h"

namespace kcc::detail {

#define KCC_REDUCE(T, Op)                                                                                    \
  template <> const ReduceKernel<T, Op> &reduce_kernel<T, Op>() {                                            \
    return kcc_algorithm_kernels::kcc::kernels::reduce<T, Op>;                                               \
  }
#define KCC_REDUCE_ALL(T) KCC_REDUCE(T, std::plus<>) KCC_REDUCE(T, minimum) KCC_REDUCE(T, maximum)

KCC_REDUCE_ALL(std::int32_t)
KCC_REDUCE_ALL(std::uint32_t)
KCC_REDUCE_ALL(std::int64_t)
KCC_REDUCE_ALL(std::uint64_t)
KCC_REDUCE_ALL(float)
KCC_REDUCE_ALL(double)

} // namespace kcc::detail
