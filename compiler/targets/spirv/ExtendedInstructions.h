// Instructions by their numbers in both extended sets: GLSL.std.450, for Vulkan and Metal, and OpenCL.std.
#ifndef KCC_TARGETS_SPIRV_EXTENDEDINSTRUCTIONS_H
#define KCC_TARGETS_SPIRV_EXTENDEDINSTRUCTIONS_H

#include <spirv/unified1/GLSL.std.450.h>
#include <spirv/unified1/OpenCL.std.h>

namespace kcc::compiler {

struct ExtendedInstruction {
  unsigned Glsl, Opencl;
};

inline constexpr ExtendedInstruction ExtendedSqrt = {GLSLstd450Sqrt, OpenCLLIB::Sqrt},
                                     ExtendedInverseSqrt = {GLSLstd450InverseSqrt, OpenCLLIB::Rsqrt},
                                     ExtendedFma = {GLSLstd450Fma, OpenCLLIB::Fma},
                                     ExtendedFloor = {GLSLstd450Floor, OpenCLLIB::Floor},
                                     ExtendedCeil = {GLSLstd450Ceil, OpenCLLIB::Ceil},
                                     ExtendedTrunc = {GLSLstd450Trunc, OpenCLLIB::Trunc},
                                     ExtendedRoundEven = {GLSLstd450RoundEven, OpenCLLIB::Rint};

/// The position of a word's lowest one in GLSL, and the number of zeros below it in OpenCL: the same but for
/// 0.
inline constexpr ExtendedInstruction ExtendedLowestOne = {GLSLstd450FindILsb, OpenCLLIB::Ctz};

/// One is in GLSL alone, the other in OpenCL.
inline constexpr ExtendedInstruction ExtendedHighestOne = {GLSLstd450FindUMsb, 0},
                                     ExtendedLeadingZeros = {0, OpenCLLIB::Clz};

} // namespace kcc::compiler

#endif
