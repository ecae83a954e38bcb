// Fused operations on 16-bit floating point for targets without instructions for them.
#ifndef KCC_LOWERING_SMALLFLOATS_H
#define KCC_LOWERING_SMALLFLOATS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// The types whose fused operations a target lacks.
struct LackingFused {
  bool Half, Brain;
};

/// Computes `fma` of such types in double precision, rounded once to the type, as the instructions of GPUs
/// do. LLVM would compute in single precision and round twice.
void roundFusedOnce(llvm::Module &M, LackingFused Lacking);

} // namespace kcc::compiler

#endif
