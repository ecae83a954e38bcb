// Accesses of neighbouring lanes to members of neighbouring structs.
#ifndef KCC_TARGETS_CPU_LANES_INTERLEAVING_H
#define KCC_TARGETS_CPU_LANES_INTERLEAVING_H

#include "targets/cpu/lanes/LaneShapes.h"

#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <cstdint>
#include <utility>

namespace kcc::compiler {

/// How many objects of this size a lane's may lie behind the one before to be loaded with all between them:
/// four, or 16 bytes.
inline std::int64_t mostApart(std::int64_t Bytes) {
  return std::max<std::int64_t>(4, 16 / Bytes);
}

/// Whether it accesses no memory, as far as accesses around it are concerned.
bool accessesNoMemory(const llvm::Instruction &I);

/// Where the accessed object lies: a pointer, and the object's distance from it in bytes.
std::pair<const llvm::Value *, std::int64_t> placeOf(const llvm::Instruction &Access);

/// For a load by which neighbours read every second object, every third one, and so on, such as a member of
/// the structs in an array, and for one of the stores that write all members: the distance in objects.
/// Otherwise 0.
unsigned interleaving(const llvm::Instruction &Access, const LaneShapes &Shapes);

/// The stores that follow each other in the block, with no other access to memory between them, if they store
/// all that lies from one lane's first object to the next one's: in the order of memory. Otherwise none.
llvm::SmallVector<const llvm::StoreInst *, 4> storesOfAll(const llvm::StoreInst &Store, unsigned Distance);

} // namespace kcc::compiler

#endif
