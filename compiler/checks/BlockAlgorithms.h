// The algorithms of <kcc/block.h>: all threads of a block run them, and the block's shape is an argument of
// their template.
#ifndef KCC_CHECKS_BLOCKALGORITHMS_H
#define KCC_CHECKS_BLOCKALGORITHMS_H

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace kcc::compiler {

struct BlockAlgorithm {
  std::string Name;                   ///< "kcc::BlockReduce"
  std::array<std::uint32_t, 3> Shape; ///< the threads that its blocks have along x, y and z
};

/// The algorithm of which \p F is a member function, but no constructor.
std::optional<BlockAlgorithm> blockAlgorithmOf(const llvm::Function &F);

} // namespace kcc::compiler

#endif
