// [[kcc::kernel]], [[kcc::launch_bounds]], [[kcc::no_alias]], [[kcc::shared]], [[kcc::constant]], and the
// attributes about floating-point arithmetic (support/FloatModes.h).
//
// The attributes are registered with Clang when the program starts (see Attributes.cpp). Each becomes an
// annotation, which Clang emits as an entry of `llvm.global.annotations`; the lowering starts from there, so
// that it can be tested with IR alone.
#ifndef KCC_FRONTEND_ATTRIBUTES_H
#define KCC_FRONTEND_ATTRIBUTES_H

#include "support/FloatModes.h"
#include "clang/Basic/SourceLocation.h"
#include <vector>

namespace clang {
class DiagnosticsEngine;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace kcc::compiler {

/// Where \p Kernel has the attribute \p Which; the last place if there are several.
clang::SourceLocation attributeLocation(const clang::FunctionDecl &Kernel, FloatAttribute Which);

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
