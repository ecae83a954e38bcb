// How a GPU's threads write records into the host's memory.
#ifndef KCC_TARGETS_NVPTX_OUTPUT_H
#define KCC_TARGETS_NVPTX_OUTPUT_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Gives the functions __kcc_output_* that \p M calls their bodies, and with them the variable `kcc_output`,
/// where the runtime puts the address of abi::OutputControl when it loads the module.
void addOutput(llvm::Module &M);

} // namespace kcc::compiler

#endif
