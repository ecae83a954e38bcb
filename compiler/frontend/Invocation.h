// From a ParseJob to clang's options.
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

/// Where the headers that kcc carries are, in its virtual file system.
inline constexpr char EmbeddedRoot[] = "/__kcc__";

/// The machine's files with the headers that kcc carries laid over them.
llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base);

/// Clang's options for \p Job, found by clang's own driver, which knows where the machine's C++ library is.
/// Null after an error, which was reported.
std::shared_ptr<clang::CompilerInvocation>
createInvocation(const ParseJob &Job, clang::DiagnosticsEngine &Diagnostics,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

/// Creates the target of \p CI, and for a device the host's beside it, whose types the device takes over.
bool createTargets(clang::CompilerInstance &CI, const ParseJob &Job);

/// Makes the device's target parse what the host's headers declare. CompilerInstance::ExecuteAction makes the
/// target anew, so actions call this when they begin. Returns true.
bool adoptHostAbilities(clang::CompilerInstance &CI);

/// The macros by which system headers know the machine and kcc's own, as source text.
std::string predefinedMacros(const ParseJob &Job);

} // namespace kcc::compiler

#endif
