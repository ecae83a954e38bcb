// Where results go. Nothing is written before everything is compiled, and a file appears complete or not at all.
#ifndef KCC_DRIVER_OUTPUT_H
#define KCC_DRIVER_OUTPUT_H

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

/// Writes \p Files, each under a temporary name first. On an error none of those that come after is written.
llvm::Error writeOutputs(llvm::ArrayRef<OutputFile> Files, llvm::raw_ostream &StandardOutput);

} // namespace kcc::compiler

#endif
