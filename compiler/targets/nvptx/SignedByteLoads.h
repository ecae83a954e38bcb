// A defect of ptxas, and the way around it.
#ifndef KCC_TARGETS_NVPTX_SIGNEDBYTELOADS_H
#define KCC_TARGETS_NVPTX_SIGNEDBYTELOADS_H

#include <string>

namespace kcc::compiler {

/// Replaces each load of a signed byte from a parameter into a 16-bit register by a load of the byte and a
/// conversion. ptxas 13.0 takes the register that `ld.param.s8` fills in a function, or after a call, for
/// one that is extended to 32 bits: a `cvt.u32.u16`, `mul.wide.u16`, or `shr.u16` of it sees sign bits
/// where there are zeros.
std::string withoutSignedByteLoads(std::string Ptx);

} // namespace kcc::compiler

#endif
