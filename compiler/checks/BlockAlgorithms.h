// The algorithms of <kcc/block.h>. All threads of a block call them, and the block's shape is an argument of
// their class template.
#ifndef KCC_CHECKS_BLOCKALGORITHMS_H
#define KCC_CHECKS_BLOCKALGORITHMS_H

namespace llvm {
class CallInst;
} // namespace llvm

namespace kcc::compiler {

class CheckCalls;

/// If \p Call is of such an algorithm: checks that the block has the shape. Calls by other block algorithms
/// need no check.
void checkBlockAlgorithm(CheckCalls &Calls, llvm::CallInst &Call);

} // namespace kcc::compiler

#endif
