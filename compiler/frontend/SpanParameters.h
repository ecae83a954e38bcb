// The spans in a kernel's parameters, whose memory a launch of a [[kcc::no_alias]] kernel compares.
#ifndef KCC_FRONTEND_SPANPARAMETERS_H
#define KCC_FRONTEND_SPANPARAMETERS_H

#include "manifest/Manifest.h"

namespace clang {
class DiagnosticsEngine;
class FunctionDecl;
} // namespace clang

namespace kcc::compiler {

/// Appends every span that a parameter of \p Kernel is or contains, also in structs and arrays, but not what
/// the elements of a span point to. Reports memory that no launch can compare because its size is unknown,
/// and returns false then.
bool findSpans(const clang::FunctionDecl &Kernel, std::vector<SpanPlace> &Spans,
               clang::DiagnosticsEngine &Diagnostics);

} // namespace kcc::compiler

#endif
