// Compares every declaration of driver_api.h and every error number with NVIDIA's cuda.h. Only built if that
// header is found. There is nothing to run: mistakes do not compile.
#include "cuda/driver_api.h"
#include "cuda/driver_errors.h"

#include <cuda.h>

#include <cstddef>
#include <gtest/gtest.h>
#include <string_view>
#include <type_traits>

namespace {

/// Whether two types are passed in the same way: the same type, an enumeration and an integer of its size, or
/// pointers to such types or to incomplete classes.
template <class Ours, class Theirs> constexpr bool alike() {
  if constexpr (std::is_same_v<Ours, Theirs>)
    return true;
  else if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
    using A = std::remove_pointer_t<Ours>;
    using B = std::remove_pointer_t<Theirs>;
    if constexpr (std::is_class_v<A> && std::is_class_v<B>)
      return true;
    else
      return std::is_const_v<A> == std::is_const_v<B> &&
             alike<std::remove_const_t<A>, std::remove_const_t<B>>();
  } else if constexpr (std::is_enum_v<Ours> || std::is_enum_v<Theirs>)
    return (std::is_enum_v<Ours> || std::is_integral_v<Ours>) &&
           (std::is_enum_v<Theirs> || std::is_integral_v<Theirs>) && sizeof(Ours) == sizeof(Theirs);
  else
    return false;
}

template <class Ours, class Theirs> struct Functions;
template <class... A, class... B>
struct Functions<kcc::cuda::DriverCall<kcc::cuda::Result(A...)>, CUresult(B...)> {
  static constexpr bool are_alike() {
    if constexpr (sizeof...(A) == sizeof...(B))
      return (alike<A, B>() && ... && true);
    else
      return false;
  }
};

/// cuda.h maps some names to other symbols. The symbol in use must be that one, except for
/// cuEventElapsedTime, whose newer version old drivers lack and which has the same parameters.
constexpr bool is_symbol(std::string_view ours, std::string_view theirs) {
  return ours == theirs || ours == "cuEventElapsedTime";
}

#define KCC_TEXT(name) #name
#define KCC_EXPANDED_TEXT(name) KCC_TEXT(name)
#define KCC_HOLD(name, function, symbol, parameters)                                                         \
  static_assert(Functions<decltype(kcc::cuda::DriverApi::name), decltype(::function)>::are_alike(), symbol); \
  static_assert(is_symbol(symbol, KCC_EXPANDED_TEXT(function)), symbol);
KCC_DRIVER_FUNCTIONS(KCC_HOLD)
KCC_OPTIONAL_DRIVER_FUNCTIONS(KCC_HOLD)

#define KCC_HOLD_ERROR(number, name, advice) static_assert(CUDA_ERROR_##name == number);
KCC_DRIVER_ERRORS(KCC_HOLD_ERROR)

#define KCC_HOLD_VALUE(ours, theirs)                                                                         \
  static_assert(static_cast<int>(kcc::cuda::ours) == static_cast<int>(theirs));

static_assert(std::is_same_v<kcc::cuda::DevicePointer, CUdeviceptr>);

#define KCC_HOLD_FIELD(ours, our_field, theirs, their_field)                                                 \
  static_assert(offsetof(kcc::cuda::ours, our_field) == offsetof(theirs, their_field))
static_assert(sizeof(kcc::cuda::LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(sizeof(kcc::cuda::LaunchDescription) == sizeof(CUlaunchConfig));
KCC_HOLD_FIELD(LaunchAttribute, value.cooperative, CUlaunchAttribute, value.cooperative);
KCC_HOLD_FIELD(LaunchAttribute, value.cluster.z, CUlaunchAttribute, value.clusterDim.z);
KCC_HOLD_FIELD(LaunchDescription, grid_z, CUlaunchConfig, gridDimZ);
KCC_HOLD_FIELD(LaunchDescription, block_z, CUlaunchConfig, blockDimZ);
KCC_HOLD_FIELD(LaunchDescription, shared_bytes, CUlaunchConfig, sharedMemBytes);
KCC_HOLD_FIELD(LaunchDescription, stream, CUlaunchConfig, hStream);
KCC_HOLD_FIELD(LaunchDescription, attributes, CUlaunchConfig, attrs);
KCC_HOLD_FIELD(LaunchDescription, attribute_count, CUlaunchConfig, numAttrs);
KCC_HOLD_VALUE(max_threads_per_block, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
KCC_HOLD_VALUE(max_block_x, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X)
KCC_HOLD_VALUE(max_block_y, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y)
KCC_HOLD_VALUE(max_block_z, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)
KCC_HOLD_VALUE(max_grid_x, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X)
KCC_HOLD_VALUE(max_grid_y, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y)
KCC_HOLD_VALUE(max_grid_z, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)
KCC_HOLD_VALUE(shared_bytes_per_block, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK)
KCC_HOLD_VALUE(shared_bytes_per_block_optin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)
KCC_HOLD_VALUE(warp_size, CU_DEVICE_ATTRIBUTE_WARP_SIZE)
KCC_HOLD_VALUE(clock_rate_khz, CU_DEVICE_ATTRIBUTE_CLOCK_RATE)
KCC_HOLD_VALUE(multiprocessor_count, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)
KCC_HOLD_VALUE(cooperative_launch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH)
KCC_HOLD_VALUE(cluster_launch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH)
KCC_HOLD_VALUE(launch_cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
KCC_HOLD_VALUE(launch_cluster_dimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
KCC_HOLD_VALUE(error_cooperative_launch_too_large, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
KCC_HOLD_VALUE(compute_capability_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
KCC_HOLD_VALUE(compute_capability_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
KCC_HOLD_VALUE(function_max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
KCC_HOLD_VALUE(function_static_shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
KCC_HOLD_VALUE(function_max_dynamic_shared_bytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
KCC_HOLD_VALUE(jit_info_log, CU_JIT_INFO_LOG_BUFFER)
KCC_HOLD_VALUE(jit_info_log_bytes, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
KCC_HOLD_VALUE(jit_error_log, CU_JIT_ERROR_LOG_BUFFER)
KCC_HOLD_VALUE(jit_error_log_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
KCC_HOLD_VALUE(stream_non_blocking, CU_STREAM_NON_BLOCKING)
KCC_HOLD_VALUE(event_default, CU_EVENT_DEFAULT)
KCC_HOLD_VALUE(error_no_device, CUDA_ERROR_NO_DEVICE)
KCC_HOLD_VALUE(error_not_ready, CUDA_ERROR_NOT_READY)

} // namespace
