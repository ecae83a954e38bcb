// The kernels in kcc::algorithms: kcc::reduce for each type and operation that it supports.
#include <kcc/algorithm/reduce_kernel.h>

#define KCC_REDUCE(T, Op) template void kcc::kernels::reduce<T, Op>(std::span<T>, std::span<const T>, T, Op);
#define KCC_REDUCE_ALL(T) KCC_REDUCE(T, std::plus<>) KCC_REDUCE(T, kcc::minimum) KCC_REDUCE(T, kcc::maximum)

KCC_REDUCE_ALL(std::int32_t)
KCC_REDUCE_ALL(std::uint32_t)
KCC_REDUCE_ALL(std::int64_t)
KCC_REDUCE_ALL(std::uint64_t)
KCC_REDUCE_ALL(float)
KCC_REDUCE_ALL(double)
