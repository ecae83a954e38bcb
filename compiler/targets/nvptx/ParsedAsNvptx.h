// What targets have in common that are parsed and optimized as NVPTX, and become other code late.
#ifndef KCC_TARGETS_NVPTX_PARSEDASNVPTX_H
#define KCC_TARGETS_NVPTX_PARSEDASNVPTX_H

#include "support/TargetFacts.h"

namespace kcc::compiler {

/// The oldest architecture whose instructions other GPUs have too.
inline constexpr char ParseTriple[] = "nvptx64-nvidia-cuda", ParseCpu[] = "sm_75", ParseFeatures[] = "+ptx63";

/// With NVIDIA's limits, so that a kernel that compiles for one GPU compiles for the other; the runtime
/// compares with the device.
inline TargetFacts factsAsNvptx(const std::string &HostTriple) {
  TargetFacts Facts;
  Facts.Triple = ParseTriple;
  Facts.HostTriple = HostTriple;
  Facts.Cpu = ParseCpu;
  Facts.Features = {ParseFeatures};
  Facts.MaxParameterBytes = 32764;
  Facts.MaxStaticSharedBytes = 48 * 1024;
  Facts.MaxConstantBytes = 64 * 1024;
  Facts.MaxSharedAlignment = 1024;
  Facts.MaxGlobalAlignment = 256;
  return Facts;
}

} // namespace kcc::compiler

#endif
