// Atomic operations by the memory model of PTX. LLVM 22's NVPTX back end drops order and scope of
// read-modify-write operations and ends the program at other combinations; docs/atomics.md lists them.
#ifndef KCC_TARGETS_NVPTX_ATOMICS_H
#define KCC_TARGETS_NVPTX_ATOMICS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Instructions.h"
#include <optional>

namespace llvm {
class Instruction;
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// What PTX has for one read-modify-write operation on one type.
struct AtomicInstruction {
  enum Type : std::uint8_t { I32, I64, F16, BF16, F32, F64 };
  llvm::AtomicRMWInst::BinOp Operation;
  Type On;
  const char *Text;    ///< operation and type: "add.u32"
  bool HasReduction;   ///< there is a `red` form, which returns nothing
  bool NegatesOperand; ///< PTX has no subtraction: it adds the negative
  unsigned Sm;         ///< the first that has it; 50 stands for all of them
  unsigned PtxVersion; ///< major * 10 + minor
};

/// Every row. What is in none becomes a compare-exchange loop.
llvm::ArrayRef<AtomicInstruction> atomicInstructions();

/// The row for \p Operation on values of type \p T; null if this \p Sm and \p PtxVersion need a loop.
const AtomicInstruction *findAtomicInstruction(llvm::AtomicRMWInst::BinOp Operation, const llvm::Type &T,
                                               unsigned Sm, unsigned PtxVersion);

/// The type that a row is for.
llvm::Type *typeOf(AtomicInstruction::Type Row, llvm::LLVMContext &Context);

/// The first architecture, as the number in its name, that has the atomic operation \p I on 16 bytes.
unsigned wideAtomicSm(const llvm::Instruction &I);

/// The PTX version that the atomic operations of \p M need, if they are those of the architecture; 0 if any
/// does.
unsigned atomicPtxVersion(const llvm::Module &M);

/// Replaces the atomic operations of \p M that the back end has wrong. Runs after the optimiser, which knows
/// nothing of what this leaves, and finds out first which pointers are to shared and to global memory.
void lowerAtomics(llvm::Module &M, llvm::TargetMachine &Machine, unsigned Sm, unsigned PtxVersion);

} // namespace kcc::compiler

#endif
