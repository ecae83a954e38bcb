// Combines all values in a range of device memory into one: sum, minimum, maximum or any other operation.
#ifndef KCC_ALGORITHM_REDUCE_H
#define KCC_ALGORITHM_REDUCE_H

#include <kcc/algorithm/reduce_plan.h>
#include <kcc/device/functional.h>
#include <kcc/runtime/buffer.h>
#include <kcc/runtime/error.h>
#include <kcc/runtime/kernel.h>
#include <kcc/runtime/stream.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric> // std::plus
#include <span>
#include <type_traits>

namespace kcc {

/// The kernel of kcc::reduce for one type and operation, as the typed header declares it.
template <class T, class Op> using ReduceKernel = Kernel<std::span<T>, std::span<const T>, T, Op>;

namespace detail {

template <class T, class... Choices> inline constexpr bool is_one_of = (std::is_same_v<T, Choices> || ...);

/// The kernels in the library kcc::algorithms; algorithms/reduce_kernels.cpp instantiates them.
template <class T, class Op>
inline constexpr bool has_reduce_kernel =
    is_one_of<T, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double> &&
    is_one_of<Op, std::plus<>, minimum, maximum>;

/// A kernel of the library kcc::algorithms.
template <class T, class Op> const ReduceKernel<T, Op> &reduce_kernel();

/// The identity element of the operation.
template <class T, class Op> constexpr T identity() {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_same_v<Op, minimum>)
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  else if constexpr (std::is_same_v<Op, maximum>)
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  else
    return T{};
}

template <class T, class Op> const ReduceKernel<T, Op> &shipped_reduce_kernel() {
  static_assert(
      has_reduce_kernel<T, Op>,
      "kcc::reduce has ready-made kernels for sums (std::plus<>), kcc::minimum and kcc::maximum of 32- "
      "and 64-bit integers, float and double: for other types and operations, instantiate "
      "kcc::kernels::reduce<T, Op> in a kernel file and pass the kernel behind the stream");
  return reduce_kernel<T, Op>();
}

/// The stream's scratch memory: one result, followed by the results of the blocks.
template <class T> struct ReduceScratch {
  explicit ReduceScratch(Stream &stream)
      : memory(static_cast<T *>(stream.scratch(sizeof(T) * (ReducePlan<T>::max_blocks + 1)))) {}
  std::span<T> partial(std::uint32_t blocks) const { return {memory, blocks}; }
  std::span<T> result() const { return {memory + ReducePlan<T>::max_blocks, 1}; }
  T *memory;
};

template <class T, class Op>
void launch_reduce(Stream &stream, const ReduceKernel<T, Op> &kernel, std::span<T> result,
                   std::span<const T> values, const T &init, const Op &op) {
  using Plan = ReducePlan<T>;
  const std::uint32_t blocks = Plan::blocks(values.size());
  if (blocks > 1) {
    const std::span<T> partial = ReduceScratch<T>(stream).partial(blocks);
    stream.launch(kernel, {Blocks(blocks), Threads(Plan::threads)}, partial, values, init, op);
    values = partial;
  }
  stream.launch(kernel, {Blocks(1), Threads(Plan::threads)}, result, values, init, op);
}

} // namespace detail

/// Enqueues `result[0] = op(init, all values combined)`; does not wait. `op` must be associative and
/// commutative. The order of operations depends only on T and the number of values, with `init` first, so
/// floating-point results are the same in every run and on every device. Values are read 16 bytes at a time
/// if they are aligned to 16 bytes, as a whole Buffer is.
///
/// \p kernel is the instantiation of kcc::kernels::reduce (see <kcc/algorithm/reduce_kernel.h>) for T and Op,
/// from the typed header of your kernel file. Uses the stream's scratch memory. Throws Error if \p result is
/// empty or on another device, and in the cases in which Stream::launch throws.
template <class T, class Op>
void reduce_into(Stream &stream, const ReduceKernel<T, Op> &kernel, Buffer<T> &result,
                 std::type_identity_t<std::span<const T>> values, const std::type_identity_t<T> &init,
                 const std::type_identity_t<Op> &op) {
  detail::check_result(stream, result.device(), result.size());
  detail::launch_reduce(stream, kernel, result.span().first(1), values, init, op);
}

/// Returns `op(init, all values combined)`; waits for the stream. Otherwise like reduce_into() with your own
/// kernel.
template <class T, class Op>
T reduce(Stream &stream, const ReduceKernel<T, Op> &kernel, std::type_identity_t<std::span<const T>> values,
         const std::type_identity_t<T> &init, const std::type_identity_t<Op> &op) {
  const std::span<T> result = detail::ReduceScratch<T>(stream).result();
  detail::launch_reduce(stream, kernel, result, values, init, op);
  T host = init;
  detail::copy_to_host(stream, &host, result.data(), sizeof(T));
  return host;
}

/// Enqueues `result[0] = op(init, all values combined)` with a kernel of the library kcc::algorithms, which
/// has kernels for std::plus<>, kcc::minimum and kcc::maximum of 32- and 64-bit integers, float and double.
/// Otherwise like reduce_into() with your own kernel.
template <class T, class Op = std::plus<>>
void reduce_into(Stream &stream, Buffer<T> &result, std::type_identity_t<std::span<const T>> values,
                 const std::type_identity_t<T> &init = detail::identity<T, Op>(), const Op &op = {}) {
  reduce_into(stream, detail::shipped_reduce_kernel<T, Op>(), result, values, init, op);
}

/// Returns the sum of all values, or what `op` combines them to; waits for the stream. The result for no
/// values is \p init, by default the identity element: the greatest value of T for kcc::minimum and the least
/// for kcc::maximum, which are infinities for floating-point types. These two ignore NaNs, so if all values
/// are NaN the result is \p init too. Needs the library kcc::algorithms; otherwise like reduce_into().
///
///     float total = kcc::reduce(stream, buffer);
///     float largest = kcc::reduce<float, kcc::maximum>(stream, buffer.span());
///     float at_least_1 = kcc::reduce(stream, buffer, 1.0f, kcc::maximum{});
template <class T, class Op = std::plus<>>
T reduce(Stream &stream, std::span<const T> values,
         const std::type_identity_t<T> &init = detail::identity<T, Op>(), const Op &op = {}) {
  return reduce(stream, detail::shipped_reduce_kernel<T, Op>(), values, init, op);
}
/// The same for a span of non-const elements.
template <class T, class Op = std::plus<>>
  requires(!std::is_const_v<T>)
T reduce(Stream &stream, std::span<T> values, const std::type_identity_t<T> &init = detail::identity<T, Op>(),
         const Op &op = {}) {
  return reduce(stream, std::span<const T>(values), init, op);
}
/// The same for all values of a buffer.
template <class T, class Op = std::plus<>>
T reduce(Stream &stream, const Buffer<T> &values,
         const std::type_identity_t<T> &init = detail::identity<T, Op>(), const Op &op = {}) {
  return reduce(stream, values.span(), init, op);
}

} // namespace kcc

#endif
