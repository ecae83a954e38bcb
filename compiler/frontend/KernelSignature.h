// Turns a kernel's declaration into its entry in the manifest, and checks the rules for kernels.
#ifndef KCC_FRONTEND_KERNELSIGNATURE_H
#define KCC_FRONTEND_KERNELSIGNATURE_H

#include "manifest/Manifest.h"

namespace clang {
class ASTContext;
class DiagnosticsEngine;
class FunctionDecl;
class Preprocessor;
class QualType;
class VarDecl;
} // namespace clang

namespace kcc::compiler {

struct TargetFacts;

/// Reports what is wrong with \p Function as a kernel of \p Target: its return type, parameters, linkage.
bool checkKernel(const clang::FunctionDecl &Function, const TargetFacts &Target,
                 clang::DiagnosticsEngine &Diagnostics);

/// Appends \p K to \p M, with name and parameters. checkKernel must have accepted its declaration \p
/// Function.
void describeKernel(const clang::FunctionDecl &Function, Kernel K, clang::Preprocessor &PP, Manifest &M);

/// True if the host can read and write \p Variable by name: it is not constant, has a unique name in the
/// program, and its type is copied bytewise.
bool isHostVisible(const clang::VarDecl &Variable);

/// Appends \p Variable, for which isHostVisible is true, to \p M.
void describeGlobal(const clang::VarDecl &Variable, const std::string &Symbol, bool Constant,
                    clang::Preprocessor &PP, Manifest &M);

} // namespace kcc::compiler

#endif
