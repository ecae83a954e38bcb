// The builtins of AMD's GPUs.
#ifndef KCC_TARGETS_AMDGPU_BUILTINS_H
#define KCC_TARGETS_AMDGPU_BUILTINS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

struct Builtin;

bool hasAmdgpuBuiltin(const Builtin &B);

/// \p WaveLanes: how many threads the GPU runs together, 32 or 64. A warp is 32 threads, one half of such a
/// wave if it has 64.
void lowerAmdgpuBuiltins(llvm::Module &M, unsigned WaveLanes);

} // namespace kcc::compiler

#endif
