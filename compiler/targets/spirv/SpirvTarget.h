// What the targets whose code is SPIR-V have in common: Vulkan, OpenCL, and Metal, whose text is made from
// it.
//
// Kernels are parsed and optimized as for NVPTX, with its generic pointers and types of the host's sizes.
// Only then do pointers become numbers, and control flow is structured.
#ifndef KCC_TARGETS_SPIRV_SPIRVTARGET_H
#define KCC_TARGETS_SPIRV_SPIRVTARGET_H

#include "lowering/SmallFloats.h"
#include "targets/Target.h"
#include "targets/spirv/SpirvModule.h"

namespace kcc::compiler {

class SpirvTarget : public Target {
public:
  explicit SpirvTarget(const CodeOptions &Options) : Options(Options) {}

  TargetFacts facts() const override;
  llvm::StringRef backEnd() const override { return readerName(reader()); }
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
  virtual SpirvReader reader() const = 0;
  /// Whether warps are known to be 32 threads in order, so that kernels need not check it (LaneChecks.h).
  virtual bool promisesLanes() const { return false; }
  /// Whether there are atomic sums of `float` in global memory.
  virtual bool hasFloatSums() const { return false; }
  /// Whether the parameters of a kernel may be passed with the launch (Parameters.h).
  virtual bool hasPushedParameters() const { return true; }
  /// Whether atomic operations on 8 bytes of shared memory hold a lock (LockedAtomics.h).
  virtual bool locksWideSharedAtomics() const { return false; }
  /// Whether llvmpipe may run the code (LlvmpipeGuards.h).
  virtual bool worksAroundLlvmpipe() const { return false; }
  /// For which types fused operations are computed in double precision (SmallFloats.h).
  virtual LackingFused lackingFused() const { return {/*Half=*/true, /*Brain=*/true}; }

private:
  CodeOptions Options;
};

} // namespace kcc::compiler

#endif
