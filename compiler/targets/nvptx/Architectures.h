// The GPU architectures that kcc generates code for.
#ifndef KCC_TARGETS_NVPTX_ARCHITECTURES_H
#define KCC_TARGETS_NVPTX_ARCHITECTURES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace kcc::compiler {

/// Versions of PTX are numbers: major * 10 + minor.
///
/// The version of a file without --ptx-version, unless the architecture or the code needs a newer one: that
/// of CUDA 12.0, whose drivers (525 and newer) know it.
inline constexpr unsigned DefaultPtxVersion = 80;

/// The versions that --ptx-version accepts.
llvm::ArrayRef<unsigned> ptxVersions();

/// "8.0" for 80.
std::string ptxVersionText(unsigned Version);

struct Architecture {
  llvm::StringRef Name;
  unsigned PtxVersion; ///< the lowest that kcc's code for it needs

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
