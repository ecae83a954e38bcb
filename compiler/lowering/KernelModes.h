// Kernels with different floating-point modes: each function belongs to kernels of one mode.
#ifndef KCC_LOWERING_KERNELMODES_H
#define KCC_LOWERING_KERNELMODES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The kernels of one mode.
using KernelGroup = llvm::SmallVector<llvm::Function *, 4>;

/// A variable that would need another value in each of two groups, but has only one.
struct SharedHolder {
  const llvm::GlobalVariable *Variable;
  const llvm::Function *Held; ///< the function whose address its initializer contains
  const llvm::Function *First, *Second;
};

/// Finds a variable that is not constant, is reached from several of \p Groups, and contains the address of a
/// function, which separateKernels() cannot make different for each group.
std::optional<SharedHolder> findSharedHolder(llvm::ArrayRef<KernelGroup> Groups);

/// Copies functions that kernels of several \p Groups reach, so that each group has its own, and the
/// constants with their addresses (vtables, tables of functions). Returns each group's functions with bodies.
///
/// An address that a kernel stores in memory is that of its own group's copy, also for kernels of other
/// groups that load it.
llvm::SmallVector<llvm::SmallVector<llvm::Function *, 0>, 2>
separateKernels(llvm::Module &M, llvm::ArrayRef<KernelGroup> Groups);

} // namespace kcc::compiler

#endif
