// Which memory generic pointers of GPU code point to.
#ifndef KCC_TARGETS_NVPTX_GENERICPOINTERS_H
#define KCC_TARGETS_NVPTX_GENERICPOINTERS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace kcc::compiler {

/// Gives generic pointers the address space of what they point to, where that can be seen. The back end does
/// the same, but later: instructions that are chosen by the address space, such as atomic ones, need it
/// before.
void inferAddressSpaces(llvm::Module &M, llvm::TargetMachine &Machine);

} // namespace kcc::compiler

#endif
