// The headers inside the tool: Clang's own and kcc's device headers. The table is generated at build time
// (cmake/EmbedHeaders.cmake), so that the tool's single file suffices to compile kernels.
#ifndef KCC_FRONTEND_EMBEDDEDHEADERS_H
#define KCC_FRONTEND_EMBEDDEDHEADERS_H

#include "frontend/MemoryFiles.h"
#include <vector>

namespace kcc::compiler {

/// Sorted by path, which is below EmbeddedRoot. A NUL follows each text.
std::vector<MemoryFile> embeddedHeaders();

} // namespace kcc::compiler

#endif
