#include "targets/Registry.h"
#include "targets/amdgpu/AmdgpuTarget.h"
#include "targets/cpu/CpuTarget.h"
#include "targets/nvptx/NvptxTarget.h"
#include "targets/opencl/OpenclTarget.h"
#include "targets/vulkan/VulkanTarget.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace kcc::compiler {

static llvm::SmallVectorImpl<TargetEntry> &table() {
  static llvm::SmallVector<TargetEntry, 4> Table = {
      {"ptx", "ptx", /*IsDefault=*/true, "sm_75", initializeNvptx, createNvptxTarget, "sm_"},
      {"cpu", "", /*IsDefault=*/true, "", initializeCpu,
       [](llvm::StringRef, const CodeOptions &Options) -> llvm::Expected<std::unique_ptr<Target>> {
         return createCpuTarget(Options);
       }},
      {"vulkan", "spv", /*IsDefault=*/false, "", initializeNvptx,
       [](llvm::StringRef, const CodeOptions &Options) -> llvm::Expected<std::unique_ptr<Target>> {
         return createVulkanTarget(Options);
       }},
      {"spirv", "cl.spv", /*IsDefault=*/false, "", initializeNvptx,
       [](llvm::StringRef, const CodeOptions &Options) -> llvm::Expected<std::unique_ptr<Target>> {
         return createOpenclTarget(Options);
       }},
      {"amdgpu", "hsaco", /*IsDefault=*/false, "gfx1100", initializeAmdgpu, createAmdgpuTarget, "gfx"},
  };
  return Table;
}

llvm::ArrayRef<TargetEntry> targetRegistry() {
  return table();
}

const TargetEntry *findTarget(llvm::StringRef Name) {
  auto *Found = llvm::find_if(table(), [&](const TargetEntry &E) { return E.Name == Name; });
  return Found == table().end() ? nullptr : Found;
}

void registerTarget(const TargetEntry &Entry) {
  table().push_back(Entry);
}

void initializeTargets() {
  for (const TargetEntry &E : table())
    E.Initialize();
}

} // namespace kcc::compiler
