// The image: what the runtime finds in a program, as constant data of a host object
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

/// What a target made of a source's kernels.
struct Code {
  abi::CodeKind Kind;
  std::string Arch;
  std::string Manifest; ///< JSON
  std::string Bytes;    ///< empty for CodeKind::cpu, whose functions are in the host's module
  // For CodeKind::cpu: the kernels and variables by their names in the manifest. Each kernel has the function
  // cpuThreadSymbol(Entry), each variable its own symbol.
  std::vector<std::string> Entries, Globals;
};

/// Defines the image \p Symbol in \p M, a module for the host, which holds the functions of a Code of kind
/// CodeKind::cpu already. \p Source names the image in messages. The symbol is hidden: each program and each
/// shared library launches the kernels that are linked into it.
void addImage(llvm::Module &M, llvm::StringRef Symbol, llvm::StringRef Source, llvm::ArrayRef<Code> Codes);

} // namespace kcc::compiler

#endif
