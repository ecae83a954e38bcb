// The headers inside the tool: Clang's own and kcc's device headers. The table is generated at build time
// (cmake/EmbedHeaders.cmake), so that the tool's single file suffices to compile kernels.
#ifndef KCC_FRONTEND_EMBEDDEDHEADERS_H
#define KCC_FRONTEND_EMBEDDEDHEADERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace kcc::compiler {

struct EmbeddedHeader {
  llvm::StringRef Path; ///< below EmbeddedRoot
  llvm::StringRef Text; ///< followed by a NUL
};

llvm::ArrayRef<EmbeddedHeader> embeddedHeaders();

} // namespace kcc::compiler

#endif
