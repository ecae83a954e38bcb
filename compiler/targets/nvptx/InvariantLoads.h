// Loads of memory that the kernel provably does not write.
#ifndef KCC_TARGETS_NVPTX_INVARIANTLOADS_H
#define KCC_TARGETS_NVPTX_INVARIANTLOADS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Marks loads from spans of [[kcc::no_alias]] kernels whose memory does not change while the kernel runs.
/// The back end then emits `ld.global.nc`, as it does for `const T *__restrict__`.
///
/// All writes of the kernel must go to other spans, to local and shared variables, or through `__restrict__`
/// parameters. And it must not wait for the host or for another kernel, which may write the memory before
/// that: it has no acquire operation beyond its block.
void markInvariantLoads(llvm::Module &M);

} // namespace kcc::compiler

#endif
