// Functions that call themselves, for devices without a stack.
#ifndef KCC_LOWERING_RECURSION_H
#define KCC_LOWERING_RECURSION_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Turns the functions in \p M that call themselves directly into loops: what such a function still needs
/// after a call is kept in a local array, with one frame for each call that has not returned. The array has
/// room for what `std::sort` needs; a deeper recursion ends the kernel with an error. Mutually recursive
/// functions stay as they are. \p M is as Clang emits it.
void replaceRecursion(llvm::Module &M);

} // namespace kcc::compiler

#endif
