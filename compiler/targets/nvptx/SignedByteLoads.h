// Loads of signed bytes from parameters, which ptxas extends wrongly.
#ifndef KCC_TARGETS_NVPTX_SIGNEDBYTELOADS_H
#define KCC_TARGETS_NVPTX_SIGNEDBYTELOADS_H

#include <string>

namespace kcc::compiler {

/// Replaces each load of a signed byte from a parameter by a load of the byte and a conversion. ptxas 13.0
/// assumes that a 16-bit register which `ld.param.s8` fills, in a function or after a call, is extended to
/// 32 bits: `cvt.u32.u16`, `mul.wide.u16` or `shr.u16` of it then sees sign bits where zeros belong.
std::string withoutSignedByteLoads(std::string Ptx);

} // namespace kcc::compiler

#endif
