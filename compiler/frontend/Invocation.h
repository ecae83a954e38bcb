// Turns a ParseJob into Clang's options.
#ifndef KCC_FRONTEND_INVOCATION_H
#define KCC_FRONTEND_INVOCATION_H

#include "frontend/ParseJob.h"
#include <memory>

namespace clang {
class CompilerInstance;
class CompilerInvocation;
class DiagnosticsEngine;
class Preprocessor;
} // namespace clang

namespace kcc::compiler {

/// The folder of the embedded headers in kcc's virtual file system.
inline constexpr char EmbeddedRoot[] = "/__kcc__";

/// The machine's files, overlaid with the embedded headers.
llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

/// Clang's options for \p Job, determined by Clang's own driver, which finds the machine's C++ library.
/// Returns null after an error, which was reported.
std::shared_ptr<clang::CompilerInvocation>
createInvocation(const ParseJob &Job, clang::DiagnosticsEngine &Diagnostics,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

/// Creates the target of \p CI and, for a device, also the host's, whose types the device adopts.
bool createTargets(clang::CompilerInstance &CI, const ParseJob &Job);

/// Makes the device's target parse what the host's headers declare. CompilerInstance::ExecuteAction recreates
/// the target, so actions call this when they begin. Returns true.
bool adoptHostAbilities(clang::CompilerInstance &CI);

/// The macros by which system headers recognize the machine, and kcc's own, as source text.
std::string predefinedMacros(const ParseJob &Job);

/// Defines them after the macros of the command line and before the files that it includes (-include).
void addPredefinedMacros(clang::Preprocessor &PP, const ParseJob &Job);

} // namespace kcc::compiler

#endif
