// [[kcc::kernel]], [[kcc::launch_bounds]], [[kcc::shared]] and [[kcc::constant]].
//
// The attributes are registered with clang when the program starts (see Attributes.cpp). Each becomes an
// annotation, which clang carries into the IR as an entry of `llvm.global.annotations`; the lowering works
// from there, so that it can be tested with IR alone.
#ifndef KCC_FRONTEND_ATTRIBUTES_H
#define KCC_FRONTEND_ATTRIBUTES_H

#include <vector>

namespace clang {
class DiagnosticsEngine;
class VarDecl;
} // namespace clang

namespace kcc::compiler {

/// Collects the [[kcc::shared]] variables declared on this thread while it lives. Their initializers can
/// only be checked when the whole declaration was parsed, which is after the attribute was handled.
class SharedVariableCollector {
public:
  SharedVariableCollector();
  ~SharedVariableCollector();
  SharedVariableCollector(const SharedVariableCollector &) = delete;
  SharedVariableCollector &operator=(const SharedVariableCollector &) = delete;

  /// Reports those that have a value from the start.
  void checkInitializers(clang::DiagnosticsEngine &Diagnostics) const;

private:
  std::vector<const clang::VarDecl *> Variables;
  std::vector<const clang::VarDecl *> *Outer;
};

} // namespace kcc::compiler

#endif
