// Loops over the bytes of strings.
#ifndef KCC_TARGETS_NVPTX_BYTELOOPS_H
#define KCC_TARGETS_NVPTX_BYTELOOPS_H

namespace llvm {
class PassBuilder;
}

namespace kcc::compiler {

/// Adds a pass to the pipeline of \p Builder that unrolls loops over bytes that write nothing by eight, and
/// keeps ptxas from unrolling them again:
///
///     for (int k = begin; k < end; ++k)
///       hash = (hash ^ text[k]) * 16777619u;
///
/// Other loops are unrolled by four, and ptxas often makes that sixteen, so that many loads are in flight.
/// Here one load brings what the next ones read into the cache, and strings are short: the threads of a warp
/// leave a loop of sixteen at different times. On an H200, twelve such loops took 14 to 23 % less time for
/// strings of 8 to 23 bytes, and between 10 % more and 17 % less for longer ones; fnv_hashes of
/// benchmarks/codegen takes 15 % less. With elements of two bytes, long rows would take 20 % more.
void addByteLoopUnrolling(llvm::PassBuilder &Builder);

} // namespace kcc::compiler

#endif
