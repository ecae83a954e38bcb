// Values of a thread's function that are known where the block's function begins, before any thread runs.
#ifndef KCC_TARGETS_CPU_LANES_ENTRY_VALUES_H
#define KCC_TARGETS_CPU_LANES_ENTRY_VALUES_H

#include "targets/cpu/lanes/PreparedThread.h"

#include "llvm/IR/IRBuilder.h"

namespace kcc::compiler {

/// Whether it loads a parameter of the kernel. Those do not change.
bool loadsParameter(const llvm::LoadInst &Load);

/// Whether EntryValues can compute a value of a thread's function.
bool isKnownAtEntry(const llvm::Value *V, const PreparedThread &Thread);

/// The address of a field of abi::CpuThread, which is the second argument of a block's function.
llvm::Value *fieldAt(std::size_t Offset, llvm::IRBuilder<> &At, llvm::Function &Block);

/// Computes values of a thread's function for the first thread that a call of the block's function is for.
class EntryValues {
public:
  EntryValues(const PreparedThread &Thread, llvm::IRBuilder<> &Builder, llvm::Function &Block)
      : Thread(Thread), Builder(Builder), Block(Block) {}

  /// Only for values that are known at entry, or are computed from such ones and those that have been set.
  llvm::Value *get(llvm::Value *V);
  /// Lets an instruction have this value.
  void set(llvm::Value *V, llvm::Value *Is) { Known[llvm::cast<llvm::Instruction>(V)] = Is; }

private:
  llvm::Value *computed(llvm::Instruction &I);

  const PreparedThread &Thread;
  llvm::IRBuilder<> &Builder;
  llvm::Function &Block;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> Known;
};

} // namespace kcc::compiler

#endif
