// Functions that call themselves, for devices without a stack.
#ifndef KCC_LOWERING_RECURSION_H
#define KCC_LOWERING_RECURSION_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Makes loops of the functions in \p M that call themselves directly: what such a function keeps over a call
/// is in a local array, with one element for each call that has not ended. The array has room for what
/// `std::sort` needs; a deeper recursion ends the kernel with an error. Functions that call each other in
/// turns stay as they are. \p M is as Clang emits it.
void replaceRecursion(llvm::Module &M);

} // namespace kcc::compiler

#endif
