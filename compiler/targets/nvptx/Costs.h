// What instructions cost on a GPU, for LLVM's optimizer.
#ifndef KCC_TARGETS_NVPTX_COSTS_H
#define KCC_TARGETS_NVPTX_COSTS_H

#include "llvm/Analysis/TargetTransformInfo.h"

namespace llvm {
class TargetMachine;
class User;
} // namespace llvm

namespace kcc::compiler {

/// True for floating-point square roots, divisions and remainders that PTX rounds correctly: ptxas expands
/// them to a dozen instructions and a rare slow path.
bool isLongSequence(const llvm::User &U);

/// The costs of LLVM's NVPTX back end, with two differences. Long sequences (see above) cost what they are:
/// to LLVM they are as cheap as an addition, so that it executes them unconditionally to save a branch.
/// `nvcc` keeps the branch; without it, rays_and_spheres of benchmarks/codegen took 2.4 times as long on an
/// H200. And loops are unrolled about as far as by `nvcc`: the constants in Costs.cpp have the measurements.
llvm::TargetIRAnalysis costAnalysis(llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
