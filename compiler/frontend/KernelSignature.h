// From a kernel's declaration to its entry in the manifest, with the rules for kernels checked on the way.
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

/// Reports what is wrong with \p Function as a kernel: its return type, parameters, linkage.
/// \p MaxParameterBytes is what a launch on the target can pass.
bool checkKernel(const clang::FunctionDecl &Function, std::uint64_t MaxParameterBytes,
                 clang::DiagnosticsEngine &Diagnostics);

/// Appends \p K, whose declaration \p Function has passed checkKernel, to \p M, with its name and parameters.
void describeKernel(const clang::FunctionDecl &Function, Kernel K, clang::Preprocessor &PP, Manifest &M);

/// True if the host can read and write \p Variable by its name: it is no constant, has a name of its own in
/// the program, and its type is copied byte by byte.
bool isHostVisible(const clang::VarDecl &Variable);

/// Appends \p Variable, of which isHostVisible says yes, to \p M.
void describeGlobal(const clang::VarDecl &Variable, const std::string &Symbol, bool Constant,
                    clang::Preprocessor &PP, Manifest &M);

} // namespace kcc::compiler

#endif
