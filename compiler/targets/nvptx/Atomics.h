// Atomic operations according to PTX's memory model. LLVM 22's NVPTX back end drops order and scope of
// read-modify-write operations and aborts on other combinations; docs/atomics.md lists them.
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

/// The PTX instruction for one read-modify-write operation on one type.
struct AtomicInstruction {
  enum Type : std::uint8_t { I32, I64, F16, BF16, F32, F64 };
  llvm::AtomicRMWInst::BinOp Operation;
  Type On;
  const char *Text;    ///< operation and type: "add.u32"
  bool HasReduction;   ///< there is a `red` form, which returns nothing
  bool NegatesOperand; ///< PTX has no subtraction: add the negated operand
  unsigned Sm;         ///< the first architecture that has it; 50 means all
  unsigned PtxVersion; ///< major * 10 + minor
};

/// All rows. Operations that have none become a compare-exchange loop.
llvm::ArrayRef<AtomicInstruction> atomicInstructions();

/// The row for \p Operation on values of type \p T; null if this \p Sm and \p PtxVersion need a loop.
const AtomicInstruction *findAtomicInstruction(llvm::AtomicRMWInst::BinOp Operation, const llvm::Type &T,
                                               unsigned Sm, unsigned PtxVersion);

/// The type of a row.
llvm::Type *typeOf(AtomicInstruction::Type Row, llvm::LLVMContext &Context);

/// PTX ISA, "ld", "st", "atom": .b128 exists from PTX 8.3 on, its .sys scope from 8.4.
inline constexpr unsigned WideAtomicPtxVersion = 84;

/// The number of the first architecture that has the atomic operation \p I on 16 bytes.
unsigned wideAtomicSm(const llvm::Instruction &I);

/// The PTX version that the atomic operations of \p M need on an architecture that has them; 0 if any version
/// will do.
unsigned atomicPtxVersion(const llvm::Module &M);

/// Replaces the atomic operations of \p M that the back end lowers incorrectly. Runs after the optimizer,
/// which does not understand the result, and first infers which pointers point to shared and to global
/// memory.
void lowerAtomics(llvm::Module &M, llvm::TargetMachine &Machine, unsigned Sm, unsigned PtxVersion);

} // namespace kcc::compiler

#endif
