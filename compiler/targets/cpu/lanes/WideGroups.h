// Whether threads run well in lanes that take two vector registers for each value.
#ifndef KCC_TARGETS_CPU_LANES_WIDE_GROUPS_H
#define KCC_TARGETS_CPU_LANES_WIDE_GROUPS_H

#include "targets/cpu/lanes/PreparedThread.h"

namespace kcc::compiler {

/// Twice as many lanes compute with two registers, one of which waits for its operands while the other one's
/// are ready. That is no gain where values of 64 bits would take four registers, where the lanes of many
/// groups would be in two rows of an array (RowVersions.h), and where functions are called, as those of
/// checks, which are often for each lane.
bool runsWellInWideGroups(PreparedThread &Thread, unsigned Lanes, llvm::FunctionAnalysisManager &Analyses);

} // namespace kcc::compiler

#endif
