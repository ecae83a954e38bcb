// Threads that end inside a function, from which SPIR-V can only return.
#ifndef KCC_TARGETS_SPIRV_THREADENDS_H
#define KCC_TARGETS_SPIRV_THREADENDS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The names of a function that marks the thread as ended, and of one that returns whether it is.
inline constexpr char EndName[] = "kcc.spirv.end", EndedName[] = "kcc.spirv.ended";

/// Lets the functions of \p M in which a thread may end return, and their callers after them.
void endThreads(llvm::Module &M);

} // namespace kcc::compiler

#endif
