// Local arrays that can become registers.
#ifndef KCC_TARGETS_NVPTX_LOCALARRAYS_H
#define KCC_TARGETS_NVPTX_LOCALARRAYS_H

namespace llvm {
class PassBuilder;
}

namespace kcc::compiler {

/// Adds a pass to the pipeline of \p Builder that has loops of few iterations unrolled completely if a small
/// local array is then only accessed with constant indices. It becomes registers; otherwise each access goes
/// to local memory, which is as slow as global memory. LLVM's own thresholds do not weigh this for NVPTX;
/// those of its AMD back end do.
void addLocalArrayUnrolling(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
