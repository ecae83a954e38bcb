// What GPU code adds to the optimizer's pipelines, be it for PTX or for Vulkan.
#ifndef KCC_TARGETS_NVPTX_OPTIMIZERPASSES_H
#define KCC_TARGETS_NVPTX_OPTIMIZERPASSES_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace kcc::compiler {

void addGpuPasses(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
