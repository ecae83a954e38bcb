// The Clang options that kcc passes on.
#ifndef KCC_DRIVER_CLANGOPTIONS_H
#define KCC_DRIVER_CLANGOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kcc::compiler {

/// Describes what is wrong with a Clang option (`-ffast-math`, `-Wall`, `-std=c++20`) and what to write
/// instead; empty if kcc passes it on. \p ForGpu says whether the results include GPU code.
std::string problemWithClangOption(llvm::StringRef Option, bool ForGpu);

/// Whether \p Options turn on the sanitizer of undefined behaviour.
bool sanitizesUndefined(llvm::ArrayRef<std::string> Options);

/// What to do instead of passing \p Option, Clang's or nvcc's; empty if there is no particular advice.
llvm::StringRef remedyForOption(llvm::StringRef Option);

} // namespace kcc::compiler

#endif
