// What keeps a function from being run in the lanes of vectors.
#ifndef KCC_TARGETS_CPU_LANES_OBSTACLES_H
#define KCC_TARGETS_CPU_LANES_OBSTACLES_H

#include "targets/cpu/lanes/LaneShapes.h"
#include <string>

namespace kcc::compiler {

/// Says what the function does that cannot be done in lanes; empty if there is nothing.
std::string obstacleIn(llvm::Function &F, const LaneShapes &Shapes, const llvm::LoopInfo &LI);

} // namespace kcc::compiler

#endif
