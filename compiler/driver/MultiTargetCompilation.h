// The compilation of one source for all requested targets: once per target and architecture, until the
// requested files are in memory.
#ifndef KCC_DRIVER_MULTITARGETCOMPILATION_H
#define KCC_DRIVER_MULTITARGETCOMPILATION_H

#include "driver/OutputFiles.h"
#include <vector>

namespace kcc::compiler {

struct ParseJob;
struct Request;
struct TargetEntry;

/// Compiles the source \p Input for \p Targets, which must agree in what the host sees. \p Base has what is
/// common to all sources. Returns the files to write. An error that Clang's diagnostics have already reported
/// has no text.
llvm::Expected<std::vector<OutputFile>> compileForTargets(const Request &R,
                                                          llvm::ArrayRef<const TargetEntry *> Targets,
                                                          llvm::StringRef Input, const ParseJob &Base);

} // namespace kcc::compiler

#endif
