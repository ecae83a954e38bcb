// A target that no file of kcc knows: registered by this program and used like kcc's own targets.
#include "driver/Driver.h"
#include "targets/CodeGeneration.h"
#include "targets/Registry.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace kcc::compiler;
using testing::HasSubstr;

constexpr auto kind = static_cast<kcc::abi::CodeKind>(1000);

/// Its code is a list of the kernels' entries, one per line, after the module's current triple.
class ListTarget : public Target {
public:
  explicit ListTarget(std::string arch) : arch_(std::move(arch)) {}
  std::string arch() const override { return arch_; }
  llvm::StringRef backEnd() const override { return "list"; }
  TargetFacts facts() const override {
    TargetFacts facts;
    facts.Triple = "nvptx64-nvidia-cuda";
    facts.Cpu = "sm_75";
    facts.Features = {"+ptx63"};
    facts.Arch = arch_ == "big" ? 2 : 1;
    facts.MaxParameterBytes = facts.MaxStaticSharedBytes = facts.MaxConstantBytes = 1024;
    return facts;
  }
  std::string firstWith(const Builtin &) const override { return ""; }
  std::string firstWithWideAtomic(const llvm::Instruction &) const override { return ""; }
  void lower(llvm::Module &, std::vector<Kernel> &, const Declarations &) const override {}
  std::unique_ptr<llvm::TargetMachine> createMachine(unsigned level, const llvm::Module *) const override {
    return kcc::compiler::createMachine("nvptx64-nvidia-cuda", "sm_75", "", level);
  }
  void lowerLate(std::unique_ptr<llvm::Module> &module,
                 std::unique_ptr<llvm::TargetMachine> &machine) const override {
    auto other = std::make_unique<llvm::Module>("other", module->getContext());
    machine = kcc::compiler::createMachine("x86_64-pc-linux-gnu", "x86-64", "", 0);
    other->setTargetTriple(machine->getTargetTriple());
    for (const llvm::Function &function : *module)
      if (!function.isDeclaration() && function.hasExternalLinkage())
        other->getOrInsertFunction(function.getName(), llvm::Type::getVoidTy(module->getContext()));
    module = std::move(other);
  }
  kcc::abi::CodeKind codeKind() const override { return kind; }
  llvm::Expected<std::string> finish(llvm::Module &module, llvm::TargetMachine &machine) const override {
    if (arch_ == "broken")
      return llvm::createStringError("lists are sold out");
    std::string text = machine.getTargetTriple().str() + "\n";
    for (const llvm::Function &function : module)
      text += function.getName().str() + "\n";
    return text;
  }

private:
  std::string arch_;
};

class OtherTarget : public testing::Test {
protected:
  static void SetUpTestSuite() {
    registerTarget({"list", "list", /*IsDefault=*/true, "small", [] {},
                    [](llvm::StringRef arch, const CodeOptions &) -> llvm::Expected<std::unique_ptr<Target>> {
                      if (arch != "small" && arch != "big" && arch != "broken")
                        return llvm::createStringError("there is no list '" + arch + "'");
                      return std::make_unique<ListTarget>(arch.str());
                    }});
    initializeTargets();
  }

  int run(std::vector<const char *> arguments) {
    arguments.insert(arguments.begin(), {"kcc", "--no-cache", "/k.cpp"});
    auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    files->addFile("/k.cpp", 0, llvm::MemoryBuffer::getMemBuffer(source));
    llvm::raw_string_ostream out(out_), errors(errors_);
    return runDriver(arguments, files, {out, errors, false, ""});
  }

  const char *source = "struct S { int a;\n#if __KCC_ARCH__ == 2\nint b;\n#endif\n};\n"
                       "#ifdef STRUCT\n[[kcc::kernel]] void k(S s, int *p) { *p = s.a; }\n#else\n"
                       "[[kcc::kernel]] void k(int *p) { *p = 1; }\n#endif\n";
  std::string out_, errors_;
};

TEST_F(OtherTarget, WritesFilesOfItsOwn) {
  EXPECT_EQ(run({"--emit=list", "-o", "-"}), 0) << errors_;
  EXPECT_EQ(out_, "x86_64-pc-linux-gnu\n_Z1kPi\n");
}

TEST_F(OtherTarget, IsNamedByTheCommandLine) {
  EXPECT_EQ(run({"--help"}), 0);
  EXPECT_EQ(run({"--emit=list", "--arch=huge", "-o", "-"}), 1);
  EXPECT_THAT(errors_, HasSubstr("kcc: error: there is no list 'huge'"));
  errors_.clear();
  EXPECT_EQ(run({"--emit=lists", "-o", "-"}), 1);
  EXPECT_THAT(errors_, HasSubstr("there is no 'lists'; there are ptx, vulkan, spirv, amdgpu, list, llvm-ir"));
}

TEST_F(OtherTarget, ReportsErrorsOfItsLastStep) {
  EXPECT_EQ(run({"--emit=list", "--arch=broken", "-o", "-"}), 1);
  EXPECT_EQ(out_, "");
  EXPECT_THAT(errors_, HasSubstr("error: the list back end cannot compile this: lists are sold out"));
}

TEST_F(OtherTarget, MustAgreeWithOthersInWhatTheHostSees) {
  EXPECT_EQ(run({"--emit=manifest", "--target=list", "-DSTRUCT", "--arch=small,big", "-o", "-"}), 1);
  EXPECT_THAT(errors_, HasSubstr("k.cpp: the code for small and that for big differ in what the host sees"));
  EXPECT_THAT(errors_, HasSubstr("kernels 'k' parameters 's'"));
}

} // namespace
