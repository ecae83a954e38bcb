// Moves of memory that may overlap, as memmove does.
#ifndef KCC_TARGETS_NVPTX_MEMORYMOVES_H
#define KCC_TARGETS_NVPTX_MEMORYMOVES_H

namespace llvm {
class MemMoveInst;
class Module;
class TargetMachine;
class TargetTransformInfo;
} // namespace llvm

namespace kcc::compiler {

/// Replaces \p Move by a loop, or by two of which the pointers choose one. \p Move remains for the caller to
/// erase.
void expandMove(llvm::MemMoveInst &Move, const llvm::TargetTransformInfo &Costs);

/// Expands the moves between memories that differ, or may differ once LLVM has inferred address spaces. The
/// back end would drop them without a message: its expansion fails if the address spaces are not the same,
/// and it erases the instruction all the same.
void expandMovesBetweenMemories(llvm::Module &M, llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
