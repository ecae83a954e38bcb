// How device functions of GPUs reach instructions that clang has no builtin for.
#ifndef KCC_TARGETS_NVPTX_DEVICE_INTRINSICS_H
#define KCC_TARGETS_NVPTX_DEVICE_INTRINSICS_H

#include <cstdint>

/// Makes a declaration that of LLVM's intrinsic, with LLVM's own attributes.
#define KCC_INTRINSIC(name) noexcept __asm__("llvm.nvvm." name)

// PTX state spaces as LLVM numbers them (LLVM's NVPTXUsage, "Address Spaces").
#define KCC_GLOBAL __attribute__((address_space(1)))
#define KCC_SHARED __attribute__((address_space(3)))
#define KCC_CLUSTER_SHARED __attribute__((address_space(7)))

/// The atomic operation with this operand has the scope of the device. Clang knows no scopes for GPUs of
/// NVIDIA's; devicelib/builder sets it.
#define KCC_AT_DEVICE_SCOPE(pointer) ((decltype(pointer))kcc::nvptx::device_scope(pointer))

namespace kcc::nvptx {

KCC_GLOBAL void *device_scope(KCC_GLOBAL void *pointer) noexcept __asm__("kcc_device_scope");

// Casts of generic pointers that are known to lead to one state space.
template <class T> KCC_GLOBAL T *in_global(T *generic) noexcept {
  return (KCC_GLOBAL T *)generic;
}
template <class T> KCC_SHARED T *in_shared(T *generic) noexcept {
  return (KCC_SHARED T *)generic;
}

/// The generic address at which a block's shared memory begins.
inline std::uint64_t shared_begin() noexcept {
  std::uint64_t begin;
  asm("cvta.shared.u64 %0, 0;" : "=l"(begin));
  return begin;
}

} // namespace kcc::nvptx

#endif
