// Conversions of floating-point numbers to integers.
#ifndef KCC_TARGETS_NVPTX_CONVERSIONS_H
#define KCC_TARGETS_NVPTX_CONVERSIONS_H

namespace llvm {
class Module;
}

namespace kcc::compiler {

/// Replaces saturating conversions by `cvt`, which saturates. LLVM's back end would compare with the limits
/// and select. Also makes `(int)floor(x)` and the like one `cvt` instead of two, which have a quarter of the
/// throughput of arithmetic or less.
void useConversionInstructions(llvm::Module &M);

} // namespace kcc::compiler

#endif
