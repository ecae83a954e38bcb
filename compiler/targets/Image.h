// The image: what the runtime finds in a program, as constant data of a host object (include/kcc/image.h).
#ifndef KCC_TARGETS_IMAGE_H
#define KCC_TARGETS_IMAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
}

namespace kcc::compiler {

struct EmbeddedPtx {
  std::string Arch;
  std::string Text;
};

/// The symbol of the image called \p Name: `kcc_image_` and the name, with other characters spelled `_`.
std::string imageSymbol(llvm::StringRef Name);

/// Defines the image in \p M, a module for the host. \p CpuEntries are kernels whose code for the CPU device
/// is in \p M already; empty for none. \p CpuGlobals are the variables there that the host reaches by
/// name.
void addImage(llvm::Module &M, llvm::StringRef Symbol, llvm::StringRef Source, llvm::StringRef ManifestJson,
              llvm::ArrayRef<EmbeddedPtx> Ptx, llvm::ArrayRef<std::string> CpuEntries,
              llvm::ArrayRef<std::string> CpuGlobals);

} // namespace kcc::compiler

#endif
