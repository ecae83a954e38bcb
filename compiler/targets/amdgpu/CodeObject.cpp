#include "targets/amdgpu/CodeObject.h"
#include "kcc/abi/image.h"
#include "targets/CodeProblem.h"

#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/ObjCopy/CommonConfig.h"
#include "llvm/ObjCopy/ELF/ELFConfig.h"
#include "llvm/ObjCopy/ELF/ELFObjcopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

std::string problemWith(const CallInst &Call) {
  if (Call.isInlineAsm())
    return AssemblyProblem;
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration())
    return "";
  const StringRef Name = Callee->getName();
  if (Callee->isIntrinsic())
    return Name.starts_with("llvm.nvvm.") ? ("the operation '" + Name + "'").str() : "";
  if (Name == "malloc" || Name == "free")
    return HeapProblem;
  return ("the function '" + Name + "'").str();
}

} // namespace

Error checkForCodeObject(const Module &M) {
  for (const Function &F : M)
    for (const Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (std::string Problem = problemWith(*Call); !Problem.empty())
          return make_error<CodeProblem>(Problem, *Call);
  return Error::success();
}

std::string withManifest(StringRef Linked, StringRef Manifest) {
  objcopy::CommonConfig Config;
  Config.AddSection.emplace_back(abi::amdgpu_manifest_section,
                                 MemoryBuffer::getMemBuffer(Manifest, "", /*RequiresNullTerminator=*/false));
  std::unique_ptr<object::ObjectFile> File =
      cantFail(object::ObjectFile::createELFObjectFile(MemoryBufferRef(Linked, "code object")));
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  cantFail(objcopy::elf::executeObjcopyOnBinary(Config, objcopy::ELFConfig(),
                                                *cast<object::ELFObjectFileBase>(File.get()), Stream));
  return Bytes;
}

} // namespace kcc::compiler
