// The functions that kcc's device headers declare and the compiler gives a meaning:
// include/kcc/device/builtins.h.
#ifndef KCC_LOWERING_BUILTINS_H
#define KCC_LOWERING_BUILTINS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class CallInst;
class IRBuilderBase;
class Module;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// One function of the header. `Value` is what tells rows of one kind apart: the axis 0, 1, 2 for indices.
struct Builtin {
  enum Kind { ThreadIdx, BlockIdx, BlockDim, GridDim, SyncThreads, DynamicShared, DynamicSharedBytes };
  const char *Name;
  Kind What;
  unsigned Axis;
};

/// The row for the function \p Name; null if it is none of kcc's.
const Builtin *findBuiltin(llvm::StringRef Name);

/// The least value and the one after the greatest that an index builtin returns on every device.
struct IndexRange {
  std::uint64_t Begin, End;
};
IndexRange rangeOf(const Builtin &B);

/// Replaces every call of a builtin in \p M by what \p Lower returns for it (null for void builtins). A
/// builtin whose address is taken gets a body made the same way.
void lowerBuiltins(llvm::Module &M,
                   llvm::function_ref<llvm::Value *(const Builtin &, llvm::IRBuilderBase &)> Lower);

} // namespace kcc::compiler

#endif
