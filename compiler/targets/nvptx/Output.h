// How GPU threads write records to host memory.
#ifndef KCC_TARGETS_NVPTX_OUTPUT_H
#define KCC_TARGETS_NVPTX_OUTPUT_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Defines the functions __kcc_output_* that \p M calls, and with them the variable `kcc_output`, in which
/// the runtime stores the address of abi::OutputControl when it loads the module.
void addOutput(llvm::Module &M);

} // namespace kcc::compiler

#endif
