// How addresses change from one iteration of a loop to the next.
#ifndef KCC_TARGETS_CPU_LANES_LOOP_PLACES_H
#define KCC_TARGETS_CPU_LANES_LOOP_PLACES_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

namespace kcc::compiler {

/// The address as a number that grows by the same step in each iteration of the loop; null if it does not.
/// This assumes that indices do not wrap, so what is made of it must be right even if one does.
const llvm::SCEVAddRecExpr *placeInLoop(llvm::Value *Address, const llvm::Loop &L,
                                        llvm::ScalarEvolution &Evolution);

} // namespace kcc::compiler

#endif
