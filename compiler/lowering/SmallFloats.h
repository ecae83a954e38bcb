// Operations on 16-bit floating point that round once, for targets without instructions for them.
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

/// Rounds conversions of integers of 25 to 64 bits to bfloat once. LLVM would convert to float first, and
/// round there too. Run after the optimiser, which would put the single conversion back. Wider integers are
/// linkLibc()'s; half needs nothing, as its range ends before float's precision does.
void roundIntegersToBrainOnce(llvm::Module &M);

} // namespace kcc::compiler

#endif
