#include "targets/Image.h"
#include "kcc/image.h"
#include "targets/cpu/CpuTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

std::string imageSymbol(StringRef Name) {
  std::string Symbol = "kcc_image_";
  for (char C : Name)
    Symbol += isAlnum(C) ? C : '_';
  return Symbol;
}

namespace {

/// Builds the structs of include/kcc/image.h as constants; fields are in the order declared there.
class ImageWriter {
public:
  explicit ImageWriter(Module &M) : M(M), Builder(M.getContext()) {}

  Constant *text(StringRef Text) {
    Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
    auto *Variable =
        new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data, "kcc.text");
    return Variable;
  }
  Constant *u32(std::uint32_t Value) { return Builder.getInt32(Value); }
  Constant *u64(std::uint64_t Value) { return Builder.getInt64(Value); }
  Constant *row(ArrayRef<Constant *> Fields) { return ConstantStruct::getAnon(Fields); }
  Constant *table(ArrayRef<Constant *> Rows) {
    if (Rows.empty())
      return ConstantPointerNull::get(Builder.getPtrTy());
    Constant *Array = ConstantArray::get(ArrayType::get(Rows.front()->getType(), Rows.size()), Rows);
    return new GlobalVariable(M, Array->getType(), true, GlobalValue::PrivateLinkage, Array, "kcc.table");
  }

private:
  Module &M;
  IRBuilder<> Builder;
};

} // namespace

void addImage(Module &M, StringRef Symbol, StringRef Source, StringRef ManifestJson,
              ArrayRef<EmbeddedPtx> Ptx, ArrayRef<std::string> CpuEntries, ArrayRef<std::string> CpuGlobals) {
  static_assert(sizeof(abi::CpuGlobal) == 24 && sizeof(abi::Image) == 56 && sizeof(abi::Ptx) == 24 &&
                sizeof(abi::CpuKernel) == 16);
  ImageWriter W(M);
  SmallVector<Constant *, 4> PtxRows, CpuRows, GlobalRows;
  for (const EmbeddedPtx &P : Ptx)
    PtxRows.push_back(W.row({W.text(P.Arch), W.text(P.Text), W.u64(P.Text.size())}));
  for (const std::string &Entry : CpuEntries) {
    Function *Thread = M.getFunction(cpuThreadSymbol(Entry));
    Thread->setLinkage(GlobalValue::InternalLinkage);
    CpuRows.push_back(W.row({W.text(Entry), Thread}));
  }
  for (const std::string &Symbol : CpuGlobals) {
    GlobalVariable *Variable = M.getGlobalVariable(Symbol);
    // Another source of the program may have a variable of the same name.
    Variable->setLinkage(GlobalValue::InternalLinkage);
    GlobalRows.push_back(
        W.row({W.text(Symbol), Variable,
               W.u64(M.getDataLayout().getTypeAllocSize(Variable->getValueType()).getFixedValue())}));
  }
  Constant *Image =
      W.row({W.u32(abi::version), W.u32(PtxRows.size()), W.u32(CpuRows.size()), W.u32(GlobalRows.size()),
             W.text(Source), W.text(ManifestJson), W.table(PtxRows), W.table(CpuRows), W.table(GlobalRows)});
  auto *Variable = new GlobalVariable(M, Image->getType(), true, GlobalValue::ExternalLinkage, Image, Symbol);
  Variable->setAlignment(Align(alignof(abi::Image)));
}

} // namespace kcc::compiler
