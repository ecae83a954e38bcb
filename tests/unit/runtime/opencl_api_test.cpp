// Compares the declarations of opencl_api.h and opencl_types.h, and every error code, with Khronos' cl.h and
// cl_ext.h. Only built if these headers are found. There is nothing to run: mistakes do not compile.
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "opencl/opencl_api.h"
#include "opencl/opencl_errors.h"

#include <type_traits>

#include <CL/cl.h>
#include <CL/cl_ext.h>

namespace {

/// Whether two types are passed in the same way: pointers, or of the same kind and size.
template <class Ours, class Theirs> constexpr bool alike() {
  if constexpr (std::is_pointer_v<Ours> || std::is_pointer_v<Theirs>)
    return std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>;
  else if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>)
    return std::is_void_v<Ours> && std::is_void_v<Theirs>;
  else
    return sizeof(Ours) == sizeof(Theirs) && std::is_signed_v<Ours> == std::is_signed_v<Theirs>;
}

template <class Ours, class Theirs> struct Functions;
template <class A, class... P, class B, class... Q>
struct Functions<kcc::opencl::Call<A(P...)>, B (*)(Q...)> {
  static constexpr bool are_alike() {
    if constexpr (sizeof...(P) == sizeof...(Q))
      return alike<A, B>() && (alike<P, Q>() && ... && true);
    else
      return false;
  }
};

#define KCC_HOLD_FUNCTION(name, symbol, result, parameters)                                                  \
  static_assert(Functions<decltype(kcc::opencl::Api::name), decltype(&symbol)>::are_alike(), #symbol);
KCC_OPENCL_FUNCTIONS(KCC_HOLD_FUNCTION)

#define KCC_HOLD_CONSTANT(name, number, symbol)                                                              \
  static_assert(static_cast<long long>(number) == static_cast<long long>(symbol), #symbol);
KCC_OPENCL_CONSTANTS(KCC_HOLD_CONSTANT)

#define KCC_HOLD_ERROR(number, name, category, text, advice) static_assert(CL_##name == number);
KCC_OPENCL_ERRORS(KCC_HOLD_ERROR)

static_assert(sizeof(kcc::opencl::PciBusInfo) == sizeof(cl_device_pci_bus_info_khr));
static_assert(kcc::opencl::uuid_bytes == CL_UUID_SIZE_KHR);
static_assert(sizeof(kcc::opencl::Property) == sizeof(cl_context_properties));
static_assert(sizeof(kcc::opencl::QueueProperty) == sizeof(cl_queue_properties));

} // namespace
