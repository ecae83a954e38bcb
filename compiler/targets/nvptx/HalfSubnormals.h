// Keeps subnormal numbers of 16 bits where those of float are zeros.
#ifndef KCC_TARGETS_NVPTX_HALFSUBNORMALS_H
#define KCC_TARGETS_NVPTX_HALFSUBNORMALS_H

#include <string>

namespace kcc::compiler {

/// Removes `.ftz` from instructions on half precision, except from assembly of the source. `--ftz=true` is
/// about float, as with nvcc, but LLVM has one mode for both.
std::string withHalfSubnormals(std::string Ptx);

} // namespace kcc::compiler

#endif
