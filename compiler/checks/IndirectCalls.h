// Calls of functions whose address is a value: of virtual functions, and through pointers.
#ifndef KCC_CHECKS_INDIRECTCALLS_H
#define KCC_CHECKS_INDIRECTCALLS_H

namespace llvm {
class CallBase;
class Function;
class LoadInst;
} // namespace llvm

namespace kcc::compiler {

/// Whether kernels that reach \p F may call it by its address.
bool isCalledByAddress(const llvm::Function &F);

/// If \p Call is a virtual call: the load from the class's table of the address that is called.
llvm::LoadInst *tableLoadOf(const llvm::CallBase &Call);

} // namespace kcc::compiler

#endif
