#include "checks/ModuleDescription.h"
#include "checks/CheckCalls.h"
#include "checks/IndirectCalls.h"
#include "checks/KnownObjects.h"
#include "lowering/Declarations.h"
#include "lowering/Reach.h"
#include "lowering/SharedMemory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AtomicOrdering.h"

using namespace llvm;

namespace kcc::compiler {

static bool isOneOf(ArrayRef<DeclaredVariable> Variables, const Value *V) {
  return any_of(Variables, [&](const DeclaredVariable &Row) { return Row.Variable == V; });
}

static Constant *nameOrNull(CheckCalls &Calls, const GlobalVariable &V) {
  const std::string Name = sourceName(&V);
  return Name.empty() ? ConstantPointerNull::get(Calls.Pointer) : textIn(Calls.M, Name);
}

/// Whether the instruction may order what threads of two blocks do.
static bool ordersBlocks(const Instruction &I) {
  if (auto *Call = dyn_cast<CallBase>(&I))
    return Call->getCalledFunction() && Call->getCalledFunction()->getName() == "__kcc_atomic_fence";
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return isStrongerThanMonotonic(Load->getOrdering());
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return isStrongerThanMonotonic(Store->getOrdering());
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return isStrongerThanMonotonic(Update->getOrdering());
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isStrongerThanMonotonic(Exchange->getMergedOrdering());
  return isa<FenceInst>(I);
}

GlobalVariable *describeModule(CheckCalls &Calls, ArrayRef<DeclaredVariable> Shared) {
  Module &M = Calls.M;
  IRBuilder<> &Builder = Calls.Builder;
  Type *I64 = Builder.getInt64Ty(), *I32 = Builder.getInt32Ty();
  auto *RowType = StructType::get(Calls.Pointer, I64, Calls.Pointer, I64);
  SmallVector<GlobalVariable *, 32> Variables;
  // Constants with addresses of shared variables become shared ones, or local ones, and so would this table.
  SmallVector<GlobalVariable *, 8> SharedOnes;
  for (const DeclaredVariable &Row : Shared)
    SharedOnes.push_back(Row.Variable);
  SmallVector<GlobalVariable *, 4> Holders = holdersOfAddresses(SharedOnes);
  for (GlobalVariable &V : M.globals())
    if (!V.isDeclaration() && !isOneOf(Shared, &V) && !is_contained(Holders, &V) && !V.isThreadLocal() &&
        !V.getName().starts_with("llvm.") && !V.getName().starts_with("kcc.check."))
      Variables.push_back(&V);
  SmallVector<Constant *, 32> Rows;
  for (GlobalVariable *V : Variables)
    Rows.push_back(ConstantStruct::get(RowType, {V, Builder.getInt64(*knownSize(V)), nameOrNull(Calls, *V),
                                                 Builder.getInt64(V->isConstant())}));
  Constant *Array = ConstantArray::get(ArrayType::get(RowType, Rows.size()), Rows);
  auto *Table =
      new GlobalVariable(M, Array->getType(), true, GlobalValue::PrivateLinkage, Array, "kcc.check.globals");
  const bool OrdersBlocks = any_of(M, [](const Function &F) {
    return any_of(instructions(F), [](const Instruction &I) { return ordersBlocks(I); });
  });
  auto *Type = StructType::get(I32, I32, Calls.Pointer, I32);
  Constant *Row = ConstantStruct::get(Type, {Builder.getInt32(Calls.Checks), Builder.getInt32(Rows.size()),
                                             Table, Builder.getInt32(OrdersBlocks)});
  return new GlobalVariable(M, Type, true, GlobalValue::PrivateLinkage, Row, "kcc.check.module");
}

/// Tells the runtime what the kernel can call by addresses. Only what it reaches, so that it does not reach
/// more.
static void tellFunctions(CheckCalls &Calls, const Reach &Reached) {
  SmallVector<Constant *, 16> Called;
  for (auto &[Symbol, At] : Reached)
    if (auto *F = dyn_cast<Function>(Symbol); F && isCalledByAddress(*F))
      Called.push_back(const_cast<Function *>(F));
  if (Called.empty())
    return;
  IRBuilder<> &Builder = Calls.Builder;
  Constant *Addresses = ConstantArray::get(ArrayType::get(Calls.Pointer, Called.size()), Called);
  auto *Table = new GlobalVariable(Calls.M, Addresses->getType(), true, GlobalValue::PrivateLinkage,
                                   Addresses, "kcc.check.functions");
  Calls.insert(
      Calls.declare("kcc_check_functions", Builder.getVoidTy(), {Calls.Pointer, Builder.getInt64Ty()}),
      {Table, Builder.getInt64(Called.size())});
}

/// A function that each thread calls first: if (kcc_check_enter(module, name)) { kcc_check_shared(variable,
/// what); ... }
void enterKernel(CheckCalls &Calls, const Kernel &K, ArrayRef<DeclaredVariable> Shared,
                 GlobalVariable *Description) {
  Module &M = Calls.M;
  LLVMContext &Context = M.getContext();
  IRBuilder<> &Builder = Calls.Builder;
  PointerType *Pointer = Calls.Pointer;
  auto *Type = FunctionType::get(Builder.getVoidTy(), false);
  Function *Own = Function::Create(Type, GlobalValue::InternalLinkage, checkEnterPrefix + K.Name, M);
  Own->setDoesNotThrow();
  Own->addFnAttr(Attribute::NoInline);
  Own->addFnAttr(checksOfCode, std::to_string(Calls.Checks));
  BasicBlock *Entry = BasicBlock::Create(Context, "", Own), *First = BasicBlock::Create(Context, "", Own),
             *Rest = BasicBlock::Create(Context, "", Own);
  Calls.goToBeginOf(*K.Function);
  Builder.CreateCall(Own);
  Builder.SetCurrentDebugLocation({});
  Builder.SetInsertPoint(Entry);
  FunctionCallee Enter = Calls.declare("kcc_check_enter", Builder.getInt1Ty(), {Pointer, Pointer});
  cast<Function>(Enter.getCallee())->addRetAttr(Attribute::ZExt);
  Builder.CreateCondBr(Calls.insert(Enter, {Description, textIn(M, K.Name)}), First, Rest);
  Builder.SetInsertPoint(First);
  FunctionCallee Declare = Calls.declare("kcc_check_shared", Builder.getVoidTy(), {Pointer, Pointer});
  auto *RowType = StructType::get(Pointer, Builder.getInt64Ty());
  const Reach Reached = reachedFrom(*K.Function);
  if (Calls.Checks & abi::check_host)
    tellFunctions(Calls, Reached);
  for (auto &[Symbol, At] : Reached)
    if (isOneOf(Shared, Symbol)) {
      auto *Variable = const_cast<GlobalVariable *>(cast<GlobalVariable>(Symbol));
      Constant *Row = ConstantStruct::get(
          RowType, {nameOrNull(Calls, *Variable), Builder.getInt64(*knownSize(Variable))});
      Calls.insert(Declare, {Variable, new GlobalVariable(M, RowType, true, GlobalValue::PrivateLinkage, Row,
                                                          "kcc.check.shared")});
    }
  Builder.CreateBr(Rest);
  Builder.SetInsertPoint(Rest);
  Builder.CreateRetVoid();
}

void defineMarks(CheckCalls &Calls) {
  auto Define = [&](StringRef Name) {
    auto *Mark = new GlobalVariable(Calls.M, Calls.Builder.getInt32Ty(), true, GlobalValue::WeakODRLinkage,
                                    Calls.Builder.getInt32(1), Name);
    Mark->setVisibility(GlobalValue::HiddenVisibility);
  };
  Define("kcc_check_linked");
  if (Calls.Checks & abi::check_race)
    Define("kcc_check_linked_race");
  if (Calls.Checks & abi::check_barrier)
    Define("kcc_check_linked_barrier");
  if (Calls.Checks & abi::check_host)
    Define("kcc_check_linked_host");
}

} // namespace kcc::compiler
