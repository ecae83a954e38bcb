// The functions that kcc's device headers declare and each target gives a meaning:
// include/kcc/device/builtins.h.
#ifndef KCC_LOWERING_BUILTINS_H
#define KCC_LOWERING_BUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class IRBuilderBase;
class Module;
class Type;
class Value;
} // namespace llvm

namespace kcc::compiler {

/// One function of the headers, as all targets know it.
struct Builtin {
  llvm::StringRef Name;
  /// A thread waits for others of its block there, or lets them go first: on the CPU device the threads of a
  /// kernel that reaches one need stacks of their own.
  bool Waits = false;
  /// The least value and the one after the greatest that it returns on any device; both 0 where any value is.
  std::uint64_t Begin = 0, End = 0;
};

/// The row for the function \p Name; null if it is none of kcc's.
const Builtin *findBuiltin(llvm::StringRef Name);

/// All rows.
llvm::ArrayRef<Builtin> builtins();

/// The name that users know a builtin by: "kcc::thread_idx_x" for "__kcc_thread_idx_x".
std::string publicName(const Builtin &B);

/// One call to lower: its arguments as they were given, and the type of what must come back.
struct BuiltinCall {
  const Builtin &What;
  llvm::ArrayRef<llvm::Value *> Arguments;
  llvm::Type *Result;
};

/// Replaces every call of a builtin in \p M by what \p Lower returns for it (null for void builtins). A
/// builtin whose address is taken gets a body made the same way.
void lowerBuiltins(llvm::Module &M,
                   llvm::function_ref<llvm::Value *(const BuiltinCall &, llvm::IRBuilderBase &)> Lower);

} // namespace kcc::compiler

#endif
