// Where kernels find their parameters.
#ifndef KCC_TARGETS_SPIRV_PARAMETERS_H
#define KCC_TARGETS_SPIRV_PARAMETERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace kcc::compiler {

/// The attribute of kernels whose parameters are passed with the launch.
inline constexpr char PushedAttribute[] = "kcc-pushed-parameters";

/// Replaces the parameters of \p Kernel by what it reads from where the host has laid them out like a struct:
/// from memory, whose address `kcc.spirv.parameters` returns; or, with \p MayPush, from what is passed with
/// the launch (Vulkan's push constants, OpenCL's arguments of kernels), 8 bytes of which `kcc.spirv.pushed`
/// returns. The latter if they are at most abi::spirv_pushed_count times 8 bytes, and are only loaded, from
/// places that are known.
void readParameters(llvm::Function &Kernel, bool MayPush);

} // namespace kcc::compiler

#endif
