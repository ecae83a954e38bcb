#include "targets/opencl/OpenclTarget.h"
#include "targets/spirv/SpirvTarget.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class OpenclTarget : public SpirvTarget {
public:
  using SpirvTarget::SpirvTarget;

  std::string arch() const override { return "opencl"; }
  abi::CodeKind codeKind() const override { return abi::CodeKind::opencl; }

protected:
  SpirvReader reader() const override { return SpirvReader::Opencl; }
};

} // namespace

std::unique_ptr<Target> createOpenclTarget(const CodeOptions &Options) {
  return std::make_unique<OpenclTarget>(Options);
}

} // namespace kcc::compiler
