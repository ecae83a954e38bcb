// Initial values that LLVM's NVPTX back end writes wrongly.
#ifndef KCC_TARGETS_NVPTX_INITIALIZERS_H
#define KCC_TARGETS_NVPTX_INITIALIZERS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Makes integers of the initial values that the back end writes wrongly. Afterwards code is generated at once:
/// the types of such variables are others.
void replaceInitializers(llvm::Module &M);

} // namespace kcc::compiler

#endif
