// kcc's own diagnostics, reported through Clang so that they look and count like Clang's.
#ifndef KCC_FRONTEND_DIAGNOSTICS_H
#define KCC_FRONTEND_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"

namespace kcc::compiler {

enum class Diag {
#define KCC_DIAGNOSTIC(Id, Level, Text) Id,
#include "frontend/Diagnostics.def"
#undef KCC_DIAGNOSTIC
};

/// Starts the diagnostic \p D; arguments are streamed into the result, as with Clang's own.
clang::DiagnosticBuilder report(clang::DiagnosticsEngine &Engine, clang::SourceLocation Where, Diag D);

} // namespace kcc::compiler

#endif
