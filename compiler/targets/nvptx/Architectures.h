// The GPU architectures that kcc generates code for.
#ifndef KCC_TARGETS_NVPTX_ARCHITECTURES_H
#define KCC_TARGETS_NVPTX_ARCHITECTURES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kcc::compiler {

struct Architecture {
  llvm::StringRef Name;
  unsigned PtxVersion; ///< major * 10 + minor

  /// 90 for "sm_90a".
  unsigned number() const;
};

/// Returns null for an unknown name.
const Architecture *findArchitecture(llvm::StringRef Name);

/// The name of the first architecture of at least this number.
llvm::StringRef firstArchitecture(unsigned Sm);

/// "sm_50, sm_52, …" for messages.
std::string architectureNames();

} // namespace kcc::compiler

#endif
