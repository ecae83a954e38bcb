// The branches at the ends of loops, in the form that ptxas unrolls.
#ifndef KCC_TARGETS_NVPTX_LOOPBRANCHES_H
#define KCC_TARGETS_NVPTX_LOOPBRANCHES_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Inverts comparisons so that loops end with a branch back if they are true:
///
///     br i1 (i == n), After, Loop      -->      br i1 (i != n), Loop, After
///
/// LLVM writes the first form as a branch out of the loop over an unconditional one back, because its back
/// end cannot invert branches (NVPTXInstrInfo has no reverseBranchCondition). ptxas does not unroll such
/// loops, nor those that end with a negated predicate.
void branchBackIfTrue(llvm::Module &M);

} // namespace kcc::compiler

#endif
