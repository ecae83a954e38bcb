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

/// Expands \p Move to a loop, or to a forward and a backward one between which the order of the addresses
/// chooses. The caller erases \p Move.
void expandMove(llvm::MemMoveInst &Move, const llvm::TargetTransformInfo &Costs);

/// Expands the moves between different address spaces, and those that may become such when LLVM infers
/// address spaces. The back end would drop them without a message: its expansion fails if the address spaces
/// differ, and it erases the instruction nevertheless.
void expandMovesBetweenMemories(llvm::Module &M, llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
