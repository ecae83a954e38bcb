// Works around initial values that LLVM's NVPTX back end writes wrongly.
#ifndef KCC_TARGETS_NVPTX_INITIALIZERS_H
#define KCC_TARGETS_NVPTX_INITIALIZERS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Replaces initial values that the back end writes wrongly by integers. This changes the types of the
/// variables, so only code generation may follow.
void replaceInitializers(llvm::Module &M);

} // namespace kcc::compiler

#endif
