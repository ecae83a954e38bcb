// The functions `__kcc_…` that the headers of the device library declare and each target implements. Most are
// in include/kcc/device/builtins.h, others in the header that uses them; Builtins.def lists them.
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

/// What the compiler must know of a builtin beside its implementations.
struct Builtin {
  llvm::StringRef Name;
  /// At this call a thread waits for others of its block, or lets them run first. On the CPU device, the
  /// threads of a kernel that reaches one need their own stacks.
  bool Waits = false;
  /// The range of results on any device: the least value, and one past the greatest; both 0 if any value is
  /// possible.
  std::uint64_t Begin = 0, End = 0;
  /// The first GPU architecture of NVIDIA's that has it, as the number in its name; 0 if all have it.
  unsigned FirstSm = 0;
  /// Only the compiler calls it, in GPU code with checks.
  bool OfChecks = false;
  /// No target has it: headers call it in what is to be refused.
  bool IsMissing = false;
};

/// The row for the function \p Name; null if it is not a builtin.
const Builtin *findBuiltin(llvm::StringRef Name);

/// All rows.
llvm::ArrayRef<Builtin> builtins();

/// What resembles the name by which users know a builtin: "kcc::thread_idx" for "__kcc_thread_idx_x".
std::string publicName(const Builtin &B);

/// A call that no device function of the target implements: its arguments and the type of its result.
struct BuiltinCall {
  const Builtin &What;
  llvm::ArrayRef<llvm::Value *> Arguments;
  llvm::Type *Result;
};

/// Gives the builtins that \p M declares the bodies in \p Library, the target's device functions as bitcode.
/// Those without branches and those marked always_inline are inlined here, before the optimiser and whatever
/// the level: what their instructions need to be constant is constant then.
///
/// A call of a builtin that the library does not have is replaced by the value that \p Lower returns for it
/// (null for void builtins). If the address of such a builtin is taken, it gets a body that is made in the
/// same way.
void lowerBuiltins(llvm::Module &M, llvm::StringRef Library,
                   llvm::function_ref<llvm::Value *(const BuiltinCall &, llvm::IRBuilderBase &)> Lower);

} // namespace kcc::compiler

#endif
