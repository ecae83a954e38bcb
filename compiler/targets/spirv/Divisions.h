// Divisions of 64-bit integers, which NVIDIA's driver gets wrong.
#ifndef KCC_TARGETS_SPIRV_DIVISIONS_H
#define KCC_TARGETS_SPIRV_DIVISIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Makes quotients and remainders of 33 to 64 bits of divisions of 32 bits. Where a kernel has two remainders
/// and uses both alike, as in `a[i % n] + a[j % n]`, NVIDIA's driver (580.159) takes the first one twice. It
/// does so for OpUMod and OpUDiv, for divisors that are constants and for others, but not for 32 bits.
void divideBy32Bits(llvm::Module &M);

} // namespace kcc::compiler

#endif
