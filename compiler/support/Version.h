#ifndef KCC_SUPPORT_VERSION_H
#define KCC_SUPPORT_VERSION_H

#include <string>

namespace kcc::compiler {

/// "kcc 0.1.0 (LLVM 22.1.8)"
std::string versionText();

/// Identifies a build of kcc; what one build precompiled, another does not read.
std::string buildIdentity();

} // namespace kcc::compiler

#endif
