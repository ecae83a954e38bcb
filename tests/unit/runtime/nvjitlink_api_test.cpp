// Compares nvjitlink_api.h with NVIDIA's nvJitLink.h. There is nothing to run: mistakes do not compile.
#include "cuda/nvjitlink_api.h"

#include <nvJitLink.h>

#include <type_traits>

namespace {

using namespace kcc::cuda;

#define KCC_HOLD_VALUE(ours, theirs) static_assert(static_cast<int>(ours) == static_cast<int>(theirs));
KCC_HOLD_VALUE(nvjitlink_cubin, NVJITLINK_INPUT_CUBIN)
KCC_HOLD_VALUE(nvjitlink_ptx, NVJITLINK_INPUT_PTX)
KCC_HOLD_VALUE(nvjitlink_lto_ir, NVJITLINK_INPUT_LTOIR)
KCC_HOLD_VALUE(nvjitlink_fatbin, NVJITLINK_INPUT_FATBIN)
KCC_HOLD_VALUE(nvjitlink_object, NVJITLINK_INPUT_OBJECT)
KCC_HOLD_VALUE(nvjitlink_library, NVJITLINK_INPUT_LIBRARY)
KCC_HOLD_VALUE(error_lto_not_enabled, NVJITLINK_ERROR_LTO_NOT_ENABLED)
#define KCC_HOLD_ERROR(number, name, category) KCC_HOLD_VALUE(number, NVJITLINK_ERROR_##name)
KCC_NVJITLINK_ERRORS(KCC_HOLD_ERROR)

/// Their handle and enumerations in place of ours.
template <class T> struct Theirs {
  using Type = T;
};
template <> struct Theirs<NvJitLinkRef> {
  using Type = nvJitLinkHandle;
};
template <> struct Theirs<NvJitLinkRef *> {
  using Type = nvJitLinkHandle *;
};
template <> struct Theirs<NvJitLinkInput> {
  using Type = nvJitLinkInputType;
};
template <class Function> struct Translated;
template <class... P> struct Translated<NvJitLinkResult(P...)> {
  using Type = nvJitLinkResult(typename Theirs<P>::Type...);
};
#define KCC_HOLD(name, function, parameters)                                                                 \
  static_assert(std::is_same_v<Translated<NvJitLinkResult parameters>::Type, decltype(::function)>,          \
                #function);
KCC_NVJITLINK_FUNCTIONS(KCC_HOLD)

} // namespace
