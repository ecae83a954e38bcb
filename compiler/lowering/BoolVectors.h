// Repairs how Clang writes elements of `bool` vectors.
#ifndef KCC_LOWERING_BOOLVECTORS_H
#define KCC_LOWERING_BOOLVECTORS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Clang 22 inserts a `bool` into a vector of bits as the byte that it is in memory, which is invalid IR.
/// Truncates these bytes to bits.
void truncateBoolElements(llvm::Module &M);

} // namespace kcc::compiler

#endif
