#include "frontend/Diagnostics.h"

using clang::DiagnosticIDs;

namespace kcc::compiler {

namespace {
struct Wording {
  clang::DiagnosticsEngine::Level Level;
  const char *Text;
};
constexpr Wording Wordings[] = {
#define KCC_DIAGNOSTIC(Id, Level, Text) {clang::DiagnosticsEngine::Level, Text},
#include "frontend/Diagnostics.def"
#undef KCC_DIAGNOSTIC
};
} // namespace

clang::DiagnosticBuilder report(clang::DiagnosticsEngine &Engine, clang::SourceLocation Where, Diag D) {
  const Wording &W = Wordings[static_cast<unsigned>(D)];
  unsigned Id =
      Engine.getDiagnosticIDs()->getCustomDiagID(static_cast<DiagnosticIDs::Level>(W.Level), W.Text);
  return Engine.Report(Where, Id);
}

} // namespace kcc::compiler
