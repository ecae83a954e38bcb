// The target for Vulkan devices, through SPIR-V.
#ifndef KCC_TARGETS_VULKAN_VULKANTARGET_H
#define KCC_TARGETS_VULKAN_VULKANTARGET_H

#include "lowering/SmallFloats.h"
#include "targets/Target.h"

namespace kcc::compiler {

class VulkanTarget : public Target {
public:
  explicit VulkanTarget(const CodeOptions &Options) : Options(Options) {}

  std::string arch() const override { return "vulkan1.2"; }
  llvm::StringRef backEnd() const override { return "Vulkan"; }
  abi::CodeKind codeKind() const override { return abi::CodeKind::spirv; }
  TargetFacts facts() const override;
  std::string firstWith(const Builtin &B) const override;
  std::string firstWithWideAtomic(const llvm::Instruction &) const override { return NoArchitecture; }
  bool hasStack() const override { return false; }
  std::string inFile(const std::string &Spirv, const std::string &Manifest) const override;

  void lower(llvm::Module &M, std::vector<Kernel> &Kernels, const Declarations &A) const override;
  void lowerLate(std::unique_ptr<llvm::Module> &Optimized,
                 std::unique_ptr<llvm::TargetMachine> &Machine) const override;
  void addPasses(llvm::PassBuilder &Builder) const override;
  std::unique_ptr<llvm::TargetMachine> createMachine(unsigned OptLevel,
                                                     const llvm::Module *M = nullptr) const override;
  llvm::Expected<std::string> finish(llvm::Module &M, llvm::TargetMachine &Machine) const override;

protected:
  /// Whether there are atomic sums of `float` in global memory.
  virtual bool hasFloatSums() const { return true; }
  /// Whether the parameters of a kernel may be push constants.
  virtual bool hasPushedParameters() const { return true; }
  /// Whether there are atomic operations on 8 bytes of shared memory.
  virtual bool hasWideSharedAtomics() const { return false; }
  virtual LackingFused lackingFused() const { return {/*Half=*/true, /*Brain=*/true}; }

private:
  CodeOptions Options;
};

std::unique_ptr<Target> createVulkanTarget(const CodeOptions &Options);

} // namespace kcc::compiler

#endif
