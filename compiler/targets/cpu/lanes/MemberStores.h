// Stores to members of a struct, with loads of other members in between.
#ifndef KCC_TARGETS_CPU_LANES_MEMBER_STORES_H
#define KCC_TARGETS_CPU_LANES_MEMBER_STORES_H

#include "llvm/Analysis/AliasAnalysis.h"

namespace kcc::compiler {

/// Moves stores down to the next one near the same pointer, past accesses to other objects, as in `a[i].x +=
/// v; a[i].y += w;`. Neighbours' structs can then be stored at once (Interleaving.h). An access through
/// another pointer is to another object if `Known` says so, as where the kernel is [[kcc::no_alias]].
void joinMemberStores(llvm::Function &F, llvm::AAResults &Known);

} // namespace kcc::compiler

#endif
