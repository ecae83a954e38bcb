// Which of clang's options kcc passes on.
#ifndef KCC_DRIVER_CLANGOPTIONS_H
#define KCC_DRIVER_CLANGOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kcc::compiler {

/// What is wrong with an option of clang (`-ffast-math`, `-Wall`, `-std=c++20`) and what to write instead;
/// empty if kcc passes it on. \p ForGpu: there is code for GPUs among the results.
std::string problemWithClangOption(llvm::StringRef Option, bool ForGpu);

/// What to do instead of giving \p Option; empty where nothing particular is known.
llvm::StringRef remedyForClangOption(llvm::StringRef Option);

} // namespace kcc::compiler

#endif
