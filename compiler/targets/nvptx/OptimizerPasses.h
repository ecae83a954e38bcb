// What GPU code adds to the optimizer's pipelines, whether it becomes PTX or SPIR-V.
#ifndef KCC_TARGETS_NVPTX_OPTIMIZERPASSES_H
#define KCC_TARGETS_NVPTX_OPTIMIZERPASSES_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace kcc::compiler {

void addGpuPasses(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
