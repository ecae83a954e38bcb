// [[kcc::kernel]], [[kcc::launch_bounds]], [[kcc::no_alias]], [[kcc::shared]], [[kcc::constant]], and the
// attributes about floating-point arithmetic (support/FloatModes.h).
//
// The attributes are registered with Clang when the program starts (see Attributes.cpp). Each becomes an
// annotation, which Clang emits as an entry of `llvm.global.annotations`; the lowering starts from there, so
// that it can be tested with IR alone.
#ifndef KCC_FRONTEND_ATTRIBUTES_H
#define KCC_FRONTEND_ATTRIBUTES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace clang {
class DiagnosticsEngine;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace kcc::compiler {

/// One of kcc's attributes as a declaration of a kernel has it.
struct WrittenAttribute {
  clang::SourceLocation Where;
  llvm::StringRef Name;                      ///< without namespace: "launch_bounds"
  llvm::SmallVector<std::int64_t, 2> Values; ///< of the arguments
  llvm::StringRef Text; ///< of [[kcc::kernel("entry")]]; "ptx,cpu" of [[kcc::targets("ptx", "cpu")]]
};

/// The attributes \p Name of \p Kernel from all its declarations, in the order of the source. An explicit
/// specialization has its template's only if it has none itself.
std::vector<WrittenAttribute> writtenAttributes(const clang::FunctionDecl &Kernel, llvm::StringRef Name);

/// An attribute of the template that \p Kernel was instantiated from, but did not get, because Clang takes
/// only what is known at the template's body.
std::optional<WrittenAttribute> lostAttribute(const clang::FunctionDecl &Kernel);

/// Collects the [[kcc::shared]] variables that are declared on this thread during its lifetime. Their
/// initializers can only be checked once the whole declaration has been parsed, which is after the attribute
/// is handled.
class SharedVariableCollector {
public:
  SharedVariableCollector();
  ~SharedVariableCollector();
  SharedVariableCollector(const SharedVariableCollector &) = delete;
  SharedVariableCollector &operator=(const SharedVariableCollector &) = delete;

  /// Reports variables with an initial value.
  void checkInitializers(clang::DiagnosticsEngine &Diagnostics) const;

private:
  std::vector<const clang::VarDecl *> Variables;
  std::vector<const clang::VarDecl *> *Outer;
};

} // namespace kcc::compiler

#endif
