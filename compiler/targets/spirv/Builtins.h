// The builtins of SPIR-V code.
//
// Those without a body in device/ become calls of functions whose names begin with OwnPrefix, which
// FunctionWriter turns into instructions.
#ifndef KCC_TARGETS_SPIRV_BUILTINS_H
#define KCC_TARGETS_SPIRV_BUILTINS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

struct Builtin;

inline constexpr char OwnPrefix[] = "kcc.spirv.";

/// A kernel's attribute: the bytes of its static shared memory, behind which the dynamic begins.
inline constexpr char StaticSharedAttribute[] = "kcc-static-shared";

bool hasSpirvBuiltin(const Builtin &B);

void lowerSpirvBuiltins(llvm::Module &M);

} // namespace kcc::compiler

#endif
