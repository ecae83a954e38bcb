// Compares the declarations of SPIRV-Cross's functions and constants with its header. Only built if that is
// found. There is nothing to run: mistakes do not compile.
#include "targets/metal/SpirvCross.h"

#include <spirv_cross/spirv_cross_c.h>
#include <type_traits>

namespace {

/// Whether two types are passed in the same way: pointers, or of the same kind and size.
template <class Ours, class Theirs> constexpr bool alike() {
  if constexpr (std::is_pointer_v<Ours> || std::is_pointer_v<Theirs>)
    return std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>;
  else if constexpr (std::is_void_v<Ours> || std::is_void_v<Theirs>)
    return std::is_void_v<Ours> && std::is_void_v<Theirs>;
  else
    return sizeof(Ours) == sizeof(Theirs);
}

template <class Ours, class Theirs> struct Functions;
template <class A, class... P, class B, class... Q> struct Functions<A (*)(P...), B(Q...)> {
  static constexpr bool are_alike() {
    if constexpr (sizeof...(P) == sizeof...(Q))
      return alike<A, B>() && (alike<P, Q>() && ... && true);
    else
      return false;
  }
};

using kcc::compiler::SpirvCross;

#define KCC_HOLD(name, result, parameters)                                                                   \
  static_assert(Functions<decltype(SpirvCross::name), decltype(spvc_##name)>::are_alike(), #name);
KCC_SPIRV_CROSS_FUNCTIONS(KCC_HOLD)
#undef KCC_HOLD

static_assert(SpirvCross::Success == SPVC_SUCCESS);
static_assert(SpirvCross::MetalBackend == SPVC_BACKEND_MSL);
static_assert(SpirvCross::TakeOwnership == SPVC_CAPTURE_MODE_TAKE_OWNERSHIP);
static_assert(SpirvCross::ComputeModel == SpvExecutionModelGLCompute);
static_assert(SpirvCross::ForceTemporary == SPVC_COMPILER_OPTION_FORCE_TEMPORARY);
static_assert(SpirvCross::MetalVersion == SPVC_COMPILER_OPTION_MSL_VERSION);

} // namespace
