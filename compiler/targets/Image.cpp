#include "targets/Image.h"
#include "kcc/abi/cpu_code.h"
#include "support/HostProcessor.h"
#include "targets/cpu/CpuTarget.h"
#include "targets/cpu/lanes/BlockFunctions.h"
#include "targets/cpu/lanes/BlockParts.h"
#include "targets/cpu/lanes/WarpOperations.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

namespace {

/// Builds the structs of include/kcc/abi/image.h as constants; fields are in the order declared there.
class ImageWriter {
public:
  explicit ImageWriter(Module &M) : M(M), Builder(M.getContext()) {}

  GlobalVariable *text(StringRef Text) {
    Constant *Data = ConstantDataArray::getString(M.getContext(), Text);
    return new GlobalVariable(M, Data->getType(), true, GlobalValue::PrivateLinkage, Data, "kcc.text");
  }
  /// Bytes that the driver takes for structs.
  Constant *aligned(StringRef Bytes) {
    GlobalVariable *Variable = text(Bytes);
    Variable->setAlignment(Align(16));
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

/// Renames local symbols that the source named like library functions, such as `memcpy` or `floorf`: calls of
/// the C library that LLVM inserts would reach them. Names with a dot and mangled names cannot clash.
static void leaveLibraryNames(Module &M) {
  for (GlobalValue &Symbol : M.global_values())
    if (StringRef Name = Symbol.getName();
        Symbol.hasLocalLinkage() && !Name.contains('.') && !Name.starts_with("_Z"))
      Symbol.setName(Name + ".kcc");
}

/// The table of the kernels and variables of the CPU device. They were external to keep the optimizer from
/// removing them; from now on the table keeps them.
static Constant *cpuCode(ImageWriter &W, Module &M, const Code &C) {
  SmallVector<Constant *, 4> Kernels, Globals;
  for (const std::string &Entry : C.Entries) {
    Function *Thread = M.getFunction(cpuThreadSymbol(Entry));
    Thread->setLinkage(GlobalValue::InternalLinkage);
    SmallVector<Constant *, 6> Row = {W.text(Entry), Thread};
    ArrayRef<abi::CpuLevel> Levels = findHostProcessor(M.getTargetTriple().str())->Levels;
    for (std::size_t K = 0; K < abi::max_cpu_levels; ++K) {
      Function *Block = K < Levels.size() ? M.getFunction(cpuBlockSymbol(Entry, Levels[K])) : nullptr;
      std::uint64_t GroupBytes = 0;
      std::uint32_t Lanes = 0;
      if (Block) {
        Block->setLinkage(GlobalValue::InternalLinkage);
        Block->getFnAttribute(frameBytes).getValueAsString().getAsInteger(10, GroupBytes);
        Block->getFnAttribute(laneCount).getValueAsString().getAsInteger(10, Lanes);
      }
      auto OrNull = [&](Function *F) -> Constant * {
        return F ? static_cast<Constant *>(F) : ConstantPointerNull::get(Thread->getType());
      };
      Function *Count = Block ? M.getFunction((Block->getName() + elementsSuffix).str()) : nullptr;
      if (Count)
        Count->setLinkage(GlobalValue::InternalLinkage);
      Row.push_back(OrNull(Block));
      Row.push_back(OrNull(Count));
      Row.push_back(W.u64(GroupBytes));
      Row.push_back(W.u32(Lanes));
      Row.push_back(W.u32(Block && runsWholeWarps(*Block)));
      for (StringRef Is : {divisibleBlock, joinedBlocks, loopingThreads, stridedLoop})
        Row.push_back(W.u32(Block && Block->hasFnAttribute(Is)));
    }
    Kernels.push_back(W.row(Row));
  }
  for (const std::string &Symbol : C.Globals) {
    GlobalVariable *Variable = M.getGlobalVariable(Symbol);
    Variable->setLinkage(GlobalValue::InternalLinkage);
    Globals.push_back(
        W.row({W.text(Symbol), Variable,
               W.u64(M.getDataLayout().getTypeAllocSize(Variable->getValueType()).getFixedValue())}));
  }
  leaveLibraryNames(M);
  return W.table({W.row({W.u32(Kernels.size()), W.u32(Globals.size()), W.table(Kernels), W.table(Globals)})});
}

void addImage(Module &M, StringRef Symbol, StringRef Source, ArrayRef<Code> Codes) {
  static_assert(sizeof(abi::Image) == 24 && sizeof(abi::Code) == 40 && sizeof(abi::CpuCode) == 24 &&
                sizeof(abi::CpuKernel) == 160 && sizeof(abi::CpuGlobal) == 24);
  ImageWriter W(M);
  SmallVector<Constant *, 4> Rows;
  for (const Code &C : Codes) {
    bool IsCpu = C.Kind == abi::CodeKind::cpu;
    Rows.push_back(W.row({W.u32(static_cast<std::uint32_t>(C.Kind)), W.text(C.Arch), W.text(C.Manifest),
                          IsCpu ? cpuCode(W, M, C) : W.aligned(C.Bytes),
                          W.u64(IsCpu ? sizeof(abi::CpuCode) : C.Bytes.size())}));
  }
  // The runtime sees by this that it must know the memory of GPUs.
  if (any_of(Codes, [](const Code &C) { return C.HasChecks && C.Kind != abi::CodeKind::cpu; })) {
    auto *Mark = new GlobalVariable(M, W.u32(1)->getType(), true, GlobalValue::WeakODRLinkage, W.u32(1),
                                    "kcc_check_linked_gpu");
    Mark->setVisibility(GlobalValue::HiddenVisibility);
  }
  Constant *Image = W.row({W.u32(abi::version), W.u32(Rows.size()), W.text(Source), W.table(Rows)});
  // The same image may occur twice, for example when one object is linked through two libraries.
  auto *Variable = new GlobalVariable(M, Image->getType(), true, GlobalValue::WeakODRLinkage, Image, Symbol);
  Variable->setComdat(M.getOrInsertComdat(Symbol));
  Variable->setVisibility(GlobalValue::HiddenVisibility);
  Variable->setAlignment(Align(alignof(abi::Image)));
}

} // namespace kcc::compiler
