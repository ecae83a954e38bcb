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
} // namespace clang

namespace kcc::compiler {

/// Reports what is wrong with \p Function as a kernel: its return type, parameters, linkage.
/// \p MaxParameterBytes is what a launch on the target can pass.
bool checkKernel(const clang::FunctionDecl &Function, std::uint64_t MaxParameterBytes,
                 clang::DiagnosticsEngine &Diagnostics);

/// Appends the kernel \p Function, which passed checkKernel, to \p M.
void describeKernel(const clang::FunctionDecl &Function, const std::string &Entry, clang::Preprocessor &PP,
                    Manifest &M);

} // namespace kcc::compiler

#endif
