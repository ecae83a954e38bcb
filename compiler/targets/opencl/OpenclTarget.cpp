#include "targets/opencl/OpenclTarget.h"
#include "targets/vulkan/ModuleWriter.h"
#include "targets/vulkan/VulkanTarget.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class OpenclTarget : public VulkanTarget {
public:
  using VulkanTarget::VulkanTarget;

  std::string arch() const override { return "opencl"; }
  StringRef backEnd() const override { return "OpenCL"; }
  abi::CodeKind codeKind() const override { return abi::CodeKind::opencl; }

  Expected<std::string> finish(Module &M, TargetMachine &) const override {
    return writeSpirv(M, SpirvReader::Opencl);
  }

protected:
  bool hasFloatSums() const override { return false; }
  bool hasWideSharedAtomics() const override { return true; }
};

} // namespace

std::unique_ptr<Target> createOpenclTarget(const CodeOptions &Options) {
  return std::make_unique<OpenclTarget>(Options);
}

} // namespace kcc::compiler
