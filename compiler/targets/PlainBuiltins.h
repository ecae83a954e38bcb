// Builtins of targets without PTX's instructions.
#ifndef KCC_TARGETS_PLAINBUILTINS_H
#define KCC_TARGETS_PLAINBUILTINS_H

#include "lowering/Builtins.h"

namespace kcc::compiler {

/// What spirv/device/warp.cpp calls, and each of its targets implements: `ballot`, `shuffle` and `sync`.
inline constexpr char WarpPrefix[] = "kcc.warp.";

/// A builtin without a body in C++, and what makes its value (lowerBuiltins).
struct LoweredBuiltin {
  llvm::StringRef Name; ///< without "__kcc_"
  llvm::Value *(*Lower)(const BuiltinCall &, llvm::IRBuilderBase &);
};

/// The row for \p B; null if there is none.
const LoweredBuiltin *findLowered(llvm::ArrayRef<LoweredBuiltin> Table, const Builtin &B);

/// Whether the device functions \p Library have a body for \p B.
bool isInLibrary(llvm::StringRef Library, const Builtin &B);

/// A load or store with a hint that the target does not have.
llvm::Value *copyWithoutHint(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

/// A builtin that need not do anything.
llvm::Value *doNothing(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

/// The answer of targets whose pointers do not tell.
llvm::Value *neverTrue(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
