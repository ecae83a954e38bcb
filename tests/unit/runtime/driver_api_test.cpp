// Compares every declaration of driver_api.h and driver_types.h, and every error number, with NVIDIA's
// cuda.h. Only built if that header is found. There is nothing to run: mistakes do not compile.
#include "cuda/driver_api.h"
#include "cuda/driver_errors.h"

#include <cuda.h>
#include <cudaTypedefs.h>

#include <cstddef>
#include <gtest/gtest.h>
#include <string_view>
#include <type_traits>

namespace {

/// Whether two types are passed in the same way: the same type, an enumeration and an integer of its size,
/// classes of one size, or pointers to such types or to incomplete classes.
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
  } else if constexpr (std::is_class_v<Ours> && std::is_class_v<Theirs>)
    return sizeof(Ours) == sizeof(Theirs) && alignof(Ours) == alignof(Theirs);
  else if constexpr (std::is_enum_v<Ours> || std::is_enum_v<Theirs>)
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
// cuda.h's names of these mean later versions. cudaTypedefs.h has all.
static_assert(Functions<decltype(kcc::cuda::DriverApi::mem_advise),
                        std::remove_pointer_t<PFN_cuMemAdvise_v8000>>::are_alike());
static_assert(Functions<decltype(kcc::cuda::DriverApi::mem_prefetch_async),
                        std::remove_pointer_t<PFN_cuMemPrefetchAsync_v8000>>::are_alike());

#define KCC_HOLD_ERROR(number, name, category, advice) static_assert(CUDA_ERROR_##name == number);
KCC_DRIVER_ERRORS(KCC_HOLD_ERROR)

// The table has every value: the compiler reports one without a case.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"
[[maybe_unused]] constexpr bool is_in_table(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
    return false;
#define KCC_CASE(number, name, category, advice)                                                             \
  case CUDA_ERROR_##name:                                                                                    \
    return true;
    KCC_DRIVER_ERRORS(KCC_CASE)
#undef KCC_CASE
  }
  return false;
}
#pragma GCC diagnostic pop

// A name is the driver's in lower case.
constexpr bool is_lower_case(std::string_view ours, std::string_view theirs) {
  if (ours.size() != theirs.size())
    return false;
  for (std::size_t i = 0; i < ours.size(); ++i)
    if (ours[i] !=
        (theirs[i] >= 'A' && theirs[i] <= 'Z' ? static_cast<char>(theirs[i] - 'A' + 'a') : theirs[i]))
      return false;
  return true;
}
#define KCC_HOLD_ATTRIBUTE(number, name, driver)                                                             \
  static_assert(CU_DEVICE_ATTRIBUTE_##driver == number && is_lower_case(#name, #driver));
KCC_DEVICE_ATTRIBUTES(KCC_HOLD_ATTRIBUTE)
#define KCC_HOLD_PEER_ATTRIBUTE(number, name, driver)                                                        \
  static_assert(CU_DEVICE_P2P_ATTRIBUTE_##driver == number && is_lower_case(#name, #driver));
KCC_PEER_ATTRIBUTES(KCC_HOLD_PEER_ATTRIBUTE)
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"
[[maybe_unused]] constexpr bool is_in_table(CUdevice_attribute attribute) {
  switch (attribute) {
  case CU_DEVICE_ATTRIBUTE_MAX:
    return false;
#define KCC_CASE(number, name, driver)                                                                       \
  case CU_DEVICE_ATTRIBUTE_##driver:                                                                         \
    return true;
    KCC_DEVICE_ATTRIBUTES(KCC_CASE)
#undef KCC_CASE
  }
  return false;
}
[[maybe_unused]] constexpr bool is_in_table(CUdevice_P2PAttribute attribute) {
  switch (attribute) {
#define KCC_CASE(number, name, driver)                                                                       \
  case CU_DEVICE_P2P_ATTRIBUTE_##driver:                                                                     \
    return true;
    KCC_PEER_ATTRIBUTES(KCC_CASE)
#undef KCC_CASE
  }
  return false;
}
#pragma GCC diagnostic pop

#define KCC_HOLD_VALUE(ours, theirs)                                                                         \
  static_assert(static_cast<int>(kcc::cuda::ours) == static_cast<int>(theirs));

static_assert(std::is_same_v<kcc::cuda::DevicePointer, CUdeviceptr>);

#define KCC_HOLD_FIELD(ours, our_field, theirs, their_field)                                                 \
  static_assert(offsetof(kcc::cuda::ours, our_field) == offsetof(theirs, their_field))
static_assert(sizeof(kcc::cuda::DeviceUuid) == sizeof(CUuuid));
static_assert(sizeof(kcc::cuda::LaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(sizeof(kcc::cuda::LaunchDescription) == sizeof(CUlaunchConfig));
KCC_HOLD_FIELD(LaunchAttribute, value.cooperative, CUlaunchAttribute, value.cooperative);
KCC_HOLD_FIELD(LaunchAttribute, value.cluster.z, CUlaunchAttribute, value.clusterDim.z);
KCC_HOLD_FIELD(LaunchAttribute, value.cluster_scheduling, CUlaunchAttribute,
               value.clusterSchedulingPolicyPreference);
KCC_HOLD_FIELD(LaunchAttribute, value.programmatic_serialization, CUlaunchAttribute,
               value.programmaticStreamSerializationAllowed);
KCC_HOLD_FIELD(LaunchAttribute, value.priority, CUlaunchAttribute, value.priority);
KCC_HOLD_FIELD(LaunchDescription, grid_z, CUlaunchConfig, gridDimZ);
KCC_HOLD_FIELD(LaunchDescription, block_z, CUlaunchConfig, blockDimZ);
KCC_HOLD_FIELD(LaunchDescription, shared_bytes, CUlaunchConfig, sharedMemBytes);
KCC_HOLD_FIELD(LaunchDescription, stream, CUlaunchConfig, hStream);
KCC_HOLD_FIELD(LaunchDescription, attributes, CUlaunchConfig, attrs);
KCC_HOLD_FIELD(LaunchDescription, attribute_count, CUlaunchConfig, numAttrs);
static_assert(sizeof(kcc::cuda::GraphNodeDescription) == sizeof(CUgraphNodeParams));
KCC_HOLD_FIELD(GraphNodeDescription, kernel.function, CUgraphNodeParams, kernel.func);
KCC_HOLD_FIELD(GraphNodeDescription, kernel.grid_z, CUgraphNodeParams, kernel.gridDimZ);
KCC_HOLD_FIELD(GraphNodeDescription, kernel.block_z, CUgraphNodeParams, kernel.blockDimZ);
KCC_HOLD_FIELD(GraphNodeDescription, kernel.shared_bytes, CUgraphNodeParams, kernel.sharedMemBytes);
KCC_HOLD_FIELD(GraphNodeDescription, kernel.arguments, CUgraphNodeParams, kernel.kernelParams);
KCC_HOLD_FIELD(GraphNodeDescription, conditional.handle, CUgraphNodeParams, conditional.handle);
KCC_HOLD_FIELD(GraphNodeDescription, conditional.kind, CUgraphNodeParams, conditional.type);
KCC_HOLD_FIELD(GraphNodeDescription, conditional.body_count, CUgraphNodeParams, conditional.size);
KCC_HOLD_FIELD(GraphNodeDescription, conditional.bodies, CUgraphNodeParams, conditional.phGraph_out);
KCC_HOLD_FIELD(GraphNodeDescription, conditional.context, CUgraphNodeParams, conditional.ctx);
KCC_HOLD_FIELD(GraphNodeDescription, reserved_at_end, CUgraphNodeParams, reserved2);
KCC_HOLD_VALUE(graph_node_kernel, CU_GRAPH_NODE_TYPE_KERNEL)
KCC_HOLD_VALUE(graph_node_conditional, CU_GRAPH_NODE_TYPE_CONDITIONAL)
KCC_HOLD_VALUE(conditional_if, CU_GRAPH_COND_TYPE_IF)
KCC_HOLD_VALUE(conditional_while, CU_GRAPH_COND_TYPE_WHILE)
KCC_HOLD_VALUE(conditional_switch, CU_GRAPH_COND_TYPE_SWITCH)
KCC_HOLD_VALUE(launch_cooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
KCC_HOLD_VALUE(launch_cluster_dimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
KCC_HOLD_VALUE(launch_cluster_scheduling, CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE)
KCC_HOLD_VALUE(launch_programmatic_serialization, CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
KCC_HOLD_VALUE(launch_priority, CU_LAUNCH_ATTRIBUTE_PRIORITY)
#if CUDA_VERSION >= 12050
KCC_HOLD_VALUE(launch_shared_memory_carveout, CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
#endif
KCC_HOLD_VALUE(cluster_scheduling_default, CU_CLUSTER_SCHEDULING_POLICY_DEFAULT)
KCC_HOLD_VALUE(cluster_scheduling_spread, CU_CLUSTER_SCHEDULING_POLICY_SPREAD)
KCC_HOLD_VALUE(cluster_scheduling_load_balancing, CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING)
KCC_HOLD_VALUE(function_non_portable_cluster_allowed, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED)
KCC_HOLD_VALUE(error_not_supported, CUDA_ERROR_NOT_SUPPORTED)
KCC_HOLD_VALUE(error_invalid_cluster_size, CUDA_ERROR_INVALID_CLUSTER_SIZE)
KCC_HOLD_VALUE(error_cooperative_launch_too_large, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE)
KCC_HOLD_VALUE(function_max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
KCC_HOLD_VALUE(function_static_shared_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)
KCC_HOLD_VALUE(function_constant_bytes, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES)
KCC_HOLD_VALUE(function_local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)
KCC_HOLD_VALUE(function_registers, CU_FUNC_ATTRIBUTE_NUM_REGS)
KCC_HOLD_VALUE(function_ptx_version, CU_FUNC_ATTRIBUTE_PTX_VERSION)
KCC_HOLD_VALUE(function_binary_version, CU_FUNC_ATTRIBUTE_BINARY_VERSION)
KCC_HOLD_VALUE(function_max_dynamic_shared_bytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
KCC_HOLD_VALUE(jit_info_log, CU_JIT_INFO_LOG_BUFFER)
KCC_HOLD_VALUE(jit_info_log_bytes, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
KCC_HOLD_VALUE(jit_error_log, CU_JIT_ERROR_LOG_BUFFER)
KCC_HOLD_VALUE(jit_error_log_bytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
KCC_HOLD_VALUE(jit_max_registers, CU_JIT_MAX_REGISTERS)
KCC_HOLD_VALUE(jit_optimization_level, CU_JIT_OPTIMIZATION_LEVEL)
KCC_HOLD_VALUE(jit_target, CU_JIT_TARGET)
KCC_HOLD_VALUE(jit_fallback_strategy, CU_JIT_FALLBACK_STRATEGY)
KCC_HOLD_VALUE(jit_debug_info, CU_JIT_GENERATE_DEBUG_INFO)
KCC_HOLD_VALUE(jit_log_verbose, CU_JIT_LOG_VERBOSE)
KCC_HOLD_VALUE(jit_line_info, CU_JIT_GENERATE_LINE_INFO)
KCC_HOLD_VALUE(jit_cache_mode, CU_JIT_CACHE_MODE)
KCC_HOLD_VALUE(jit_cache_cg, CU_JIT_CACHE_OPTION_CG)
KCC_HOLD_VALUE(jit_cache_ca, CU_JIT_CACHE_OPTION_CA)
KCC_HOLD_VALUE(jit_input_cubin, CU_JIT_INPUT_CUBIN)
KCC_HOLD_VALUE(jit_input_ptx, CU_JIT_INPUT_PTX)
KCC_HOLD_VALUE(jit_input_fatbin, CU_JIT_INPUT_FATBINARY)
KCC_HOLD_VALUE(jit_input_object, CU_JIT_INPUT_OBJECT)
KCC_HOLD_VALUE(jit_input_library, CU_JIT_INPUT_LIBRARY)
KCC_HOLD_VALUE(jit_prefer_ptx, CU_PREFER_PTX)
KCC_HOLD_VALUE(jit_prefer_binary, CU_PREFER_BINARY)
#ifdef CU_COMPUTE_ACCELERATED_TARGET_BASE // CUDA 12
KCC_HOLD_VALUE(jit_target_accelerated + 90, CU_TARGET_COMPUTE_90A)
#endif
#ifdef CU_COMPUTE_FAMILY_TARGET_BASE // CUDA 12.9
KCC_HOLD_VALUE(jit_target_family + 100, CU_TARGET_COMPUTE_100F)
#endif
KCC_HOLD_VALUE(stream_default, CU_STREAM_DEFAULT)
KCC_HOLD_VALUE(stream_non_blocking, CU_STREAM_NON_BLOCKING)
static_assert(kcc::cuda::stream_legacy == 1); // CU_STREAM_LEGACY is a cast, no constant expression
KCC_HOLD_VALUE(event_default, CU_EVENT_DEFAULT)
KCC_HOLD_VALUE(event_blocking_sync, CU_EVENT_BLOCKING_SYNC)
KCC_HOLD_VALUE(event_disable_timing, CU_EVENT_DISABLE_TIMING)
KCC_HOLD_VALUE(pointer_is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED)
KCC_HOLD_VALUE(pointer_device_number, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
KCC_HOLD_VALUE(event_interprocess, CU_EVENT_INTERPROCESS)
KCC_HOLD_VALUE(context_automatic, CU_CTX_SCHED_AUTO)
KCC_HOLD_VALUE(context_spin, CU_CTX_SCHED_SPIN)
KCC_HOLD_VALUE(context_yield, CU_CTX_SCHED_YIELD)
KCC_HOLD_VALUE(context_block, CU_CTX_SCHED_BLOCKING_SYNC)
KCC_HOLD_VALUE(context_wait_mask, CU_CTX_SCHED_MASK)
KCC_HOLD_VALUE(error_invalid_value, CUDA_ERROR_INVALID_VALUE)
KCC_HOLD_VALUE(error_invalid_device, CUDA_ERROR_INVALID_DEVICE)
KCC_HOLD_VALUE(error_no_device, CUDA_ERROR_NO_DEVICE)
KCC_HOLD_VALUE(error_peer_access_already_enabled, CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
KCC_HOLD_VALUE(error_peer_access_not_enabled, CUDA_ERROR_PEER_ACCESS_NOT_ENABLED)
KCC_HOLD_VALUE(error_not_ready, CUDA_ERROR_NOT_READY)

} // namespace
