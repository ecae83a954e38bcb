#include "targets/cpu/ModuleFile.h"
#include "kcc/abi/cpu_module.h"
#include "targets/Image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

/// Functions that the code generator calls on its own, and that not every libgcc has. They convert 16-bit
/// floating-point numbers (runtime/cpu/entry_points/half_precision.cpp).
struct Conversion {
  const char *Name;
  bool FromDouble;
};
constexpr Conversion Conversions[] = {{"__truncsfhf2", false},
                                      {"__truncdfhf2", true},
                                      {"__truncsfbf2", false},
                                      {"__truncdfbf2", true},
                                      {"__extendhfsf2", false}};

class ModuleFile {
public:
  explicit ModuleFile(Module &M) : M(M), Pointer(PointerType::getUnqual(M.getContext())) {}

  /// Calls of the runtime's functions become calls through slots.
  void importFunctions() {
    for (Function &F : make_early_inc_range(M)) {
      StringRef Name = F.getName();
      if (!F.isDeclaration() || !(Name.starts_with("kcc_cpu_") || Name.starts_with("kcc_check_")))
        continue;
      GlobalVariable *Slot = addImport(Name);
      for (User *U : make_early_inc_range(F.users())) {
        auto *Call = cast<CallBase>(U); // kcc's own code takes no address of these
        IRBuilder<> Builder(Call);
        Call->setCalledOperand(Builder.CreateLoad(Pointer, Slot));
      }
      F.eraseFromParent();
    }
  }

  /// The variable is the runtime's, and how to reach another library's thread-local variable is only known to
  /// code that is linked with it.
  void importThread() {
    GlobalVariable *Thread = M.getGlobalVariable(abi::cpu_thread_import);
    if (!Thread)
      return;
    GlobalVariable *Slot = addImport(abi::cpu_thread_import);
    for (User *U : make_early_inc_range(Thread->users())) {
      auto *Address = cast<IntrinsicInst>(U); // llvm.threadlocal.address
      IRBuilder<> Builder(Address);
      Address->replaceAllUsesWith(
          Builder.CreateCall(FunctionType::get(Pointer, false), Builder.CreateLoad(Pointer, Slot)));
      Address->eraseFromParent();
    }
    Thread->eraseFromParent();
  }

  void defineConversions() {
    Type *Float = Type::getFloatTy(M.getContext()), *Double = Type::getDoubleTy(M.getContext());
    for (const Conversion &C : Conversions) {
      if (M.getNamedValue(C.Name))
        continue;
      auto *T = FunctionType::get(Float, {C.FromDouble ? Double : Float}, false);
      Function *F = Function::Create(T, GlobalValue::ExternalLinkage, C.Name, M);
      F->setVisibility(GlobalValue::HiddenVisibility);
      IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", F));
      Builder.CreateRet(Builder.CreateCall(T, Builder.CreateLoad(Pointer, addImport(C.Name)), F->getArg(0)));
    }
  }

  /// Exports the table, and nothing else.
  void exportTable(StringRef Image) {
    IRBuilder<> Builder(M.getContext());
    Constant *Table = ConstantStruct::getAnon(
        {Builder.getInt32(abi::version), Builder.getInt32(Imports.size()), table(Imports),
         M.getNamedValue(Image), sectionBound("__start_kcc_constant"), sectionBound("__stop_kcc_constant")});
    static_assert(sizeof(abi::CpuModule) == 40 && sizeof(abi::CpuImport) == 16);
    new GlobalVariable(M, Table->getType(), true, GlobalValue::ExternalLinkage, Table,
                       abi::cpu_module_symbol);
  }

private:
  /// A variable for the address of the runtime's function \p Name.
  GlobalVariable *addImport(StringRef Name) {
    auto *Slot = new GlobalVariable(M, Pointer, false, GlobalValue::InternalLinkage,
                                    ConstantPointerNull::get(Pointer), "kcc.import." + Name);
    Slot->setExternallyInitialized(true);
    auto *Text = ConstantDataArray::getString(M.getContext(), Name);
    auto *Variable =
        new GlobalVariable(M, Text->getType(), true, GlobalValue::PrivateLinkage, Text, "kcc.text");
    Imports.push_back(ConstantStruct::getAnon({Variable, Slot}));
    return Slot;
  }
  Constant *table(ArrayRef<Constant *> Rows) {
    if (Rows.empty())
      return ConstantPointerNull::get(Pointer);
    Constant *Array = ConstantArray::get(ArrayType::get(Rows.front()->getType(), Rows.size()), Rows);
    return new GlobalVariable(M, Array->getType(), true, GlobalValue::PrivateLinkage, Array, "kcc.table");
  }
  /// Defined by the linker; null without that section.
  Constant *sectionBound(StringRef Name) {
    auto *Bound = new GlobalVariable(M, Type::getInt8Ty(M.getContext()), true,
                                     GlobalValue::ExternalWeakLinkage, nullptr, Name);
    Bound->setVisibility(GlobalValue::HiddenVisibility);
    return Bound;
  }

  Module &M;
  PointerType *Pointer;
  SmallVector<Constant *, 32> Imports;
};

} // namespace

void makeModuleFile(Module &M, StringRef Source, const Code &C) {
  constexpr char Image[] = "kcc.image";
  addImage(M, Image, Source, C);
  ModuleFile File(M);
  File.importFunctions();
  File.importThread();
  File.defineConversions();
  File.exportTable(Image);
}

} // namespace kcc::compiler
