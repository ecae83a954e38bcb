#include "targets/vulkan/VulkanTarget.h"
#include "targets/spirv/SpirvTarget.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class VulkanTarget : public SpirvTarget {
public:
  using SpirvTarget::SpirvTarget;

  std::string arch() const override { return "vulkan1.2"; }
  abi::CodeKind codeKind() const override { return abi::CodeKind::spirv; }

protected:
  SpirvReader reader() const override { return SpirvReader::Vulkan; }
  /// The runtime asks for full subgroups of 32 threads, which are in order then.
  bool promisesLanes() const override { return true; }
  bool hasFloatSums() const override { return true; }
  bool worksAroundLlvmpipe() const override { return true; }
  bool locksWideSharedAtomics() const override { return true; }
};

} // namespace

std::unique_ptr<Target> createVulkanTarget(const CodeOptions &Options) {
  return std::make_unique<VulkanTarget>(Options);
}

} // namespace kcc::compiler
