#include "compilation/KernelFloatModes.h"
#include "frontend/ParseJob.h"
#include "manifest/Manifest.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace kcc::compiler {

FloatModes floatModes(const ParseJob &Job, const Kernel &K) {
  FloatModes OfOptions = Job.Floats;
  if (Job.FusesByAttribute)
    OfOptions.Fuse = false;
  return K.Floats.applied(OfOptions);
}

ModeGroups groupByModes(const ParseJob &Job, const Manifest &Kernels) {
  ModeGroups Groups;
  for (const Kernel &K : Kernels.Kernels) {
    FloatModes Modes = floatModes(Job, K);
    auto Found = find(Groups.Modes, Modes);
    if (Found == Groups.Modes.end()) {
      Groups.Modes.push_back(Modes);
      Groups.Kernels.push_back({K.Function});
    } else {
      Groups.Kernels[static_cast<std::size_t>(Found - Groups.Modes.begin())].push_back(K.Function);
    }
  }
  return Groups;
}

} // namespace kcc::compiler
