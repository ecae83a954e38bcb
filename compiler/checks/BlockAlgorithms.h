// The algorithms of <kcc/block.h>. All threads of a block call them, and the block's shape is an argument of
// their class template.
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
  std::array<std::uint32_t, 3> Shape; ///< the number of threads of its blocks along x, y and z
};

/// The algorithm that \p F is a member function of. Without a value for other functions, and for
/// constructors and destructors.
std::optional<BlockAlgorithm> blockAlgorithmOf(const llvm::Function &F);

} // namespace kcc::compiler

#endif
