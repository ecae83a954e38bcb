// The image: constant data in a host object, in which the runtime finds the kernels
// (include/kcc/abi/image.h).
#ifndef KCC_TARGETS_IMAGE_H
#define KCC_TARGETS_IMAGE_H

#include "kcc/abi/image.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// The result of compiling a source's kernels for one target.
struct Code {
  abi::CodeKind Kind;
  std::string Arch;
  std::string Manifest; ///< JSON
  std::string Bytes;    ///< empty for CodeKind::cpu, whose functions are in the host module
  // For CodeKind::cpu: the kernels and variables by their names in the manifest. Each kernel has the function
  // cpuThreadSymbol(Entry), each variable its own symbol.
  std::vector<std::string> Entries, Globals;
  bool HasChecks = false;
};

/// Defines the image \p Symbol in \p M, a host module that already contains the functions of a Code of kind
/// CodeKind::cpu. \p Source names the image in messages. The symbol is hidden: each program and each shared
/// library launches the kernels that are linked into it.
void addImage(llvm::Module &M, llvm::StringRef Symbol, llvm::StringRef Source, llvm::ArrayRef<Code> Codes);

} // namespace kcc::compiler

#endif
