// 16-bit floating-point operations that round once, for targets that lack the instructions.
#ifndef KCC_LOWERING_SMALLFLOATS_H
#define KCC_LOWERING_SMALLFLOATS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// The types for which a target lacks fused operations.
struct LackingFused {
  bool Half, Brain;
};

/// Computes `fma` of such types in double precision and rounds once to the type, like the instructions of
/// GPUs. LLVM would compute in single precision and round twice.
void roundFusedOnce(llvm::Module &M, LackingFused Lacking);

/// Makes conversions of integers of 25 to 64 bits to bfloat round once. LLVM would convert to float first and
/// round there too. Must run after the optimizer, which would restore the single conversion. linkLibc()
/// handles wider integers; half needs nothing, because its range ends before float's precision does.
void roundIntegersToBrainOnce(llvm::Module &M);

} // namespace kcc::compiler

#endif
