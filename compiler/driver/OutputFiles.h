// Writes the results. Nothing is written before everything is compiled, and files appear completely or not at
// all.
#ifndef KCC_DRIVER_OUTPUTFILES_H
#define KCC_DRIVER_OUTPUTFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace llvm {
class raw_ostream;
}

namespace kcc::compiler {

struct OutputFile {
  std::string Path; ///< "-" is standard output
  std::string Content;
};

/// True if \p Path is that of a folder, which need not exist if it ends in '/'.
bool isFolder(llvm::StringRef Path);

/// Writes \p Files, all under temporary names first, so that after an error none of them exists.
llvm::Error writeOutputs(llvm::ArrayRef<OutputFile> Files, llvm::raw_ostream &StandardOutput);

} // namespace kcc::compiler

#endif
