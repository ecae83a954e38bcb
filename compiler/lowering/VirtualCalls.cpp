#include "lowering/VirtualCalls.h"
#include "lowering/Reach.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr Intrinsic::ID TypeTests[] = {Intrinsic::type_test, Intrinsic::public_type_test};

/// The vtable slots that virtual calls load.
struct Loads {
  SmallSetVector<std::pair<const Metadata *, std::uint64_t>, 16> Slots; ///< by class and offset
  SmallSetVector<StringRef, 4> MemberPointers; ///< any slot of these pointers' classes
  bool Any = false;                            ///< any slot at all

  static constexpr StringRef MemberPointer = "_ZTSM", Class = "_ZTS";

  /// Adds the slots of the virtual call to which \p Test belongs.
  void add(const CallInst &Test) {
    const Metadata *Type = cast<MetadataAsValue>(Test.getArgOperand(1))->getMetadata();
    const Value *Table = Test.getArgOperand(0);
    // A call through a pointer to a member function: "_ZTSM" and the names of its class and type. The type
    // may differ from the slot's: noexcept is converted away, and overriders may return other classes.
    if (isa<GEPOperator>(Table)) {
      if (auto *Name = dyn_cast<MDString>(Type); Name && Name->getString().starts_with(MemberPointer))
        MemberPointers.insert(Name->getString());
      else
        Any = true; // the class has no linkage
      return;
    }
    for (const User *U : Table->users()) {
      if (U == &Test)
        continue;
      if (isa<LoadInst>(U)) {
        Slots.insert({Type, 0});
      } else if (auto *Slot = dyn_cast<GEPOperator>(U)) {
        const DataLayout &DL = Test.getModule()->getDataLayout();
        APInt Offset(DL.getIndexTypeSizeInBits(Slot->getType()), 0);
        if (Slot->accumulateConstantOffset(DL, Offset) && all_of(Slot->users(), IsaPred<LoadInst>))
          Slots.insert({Type, Offset.getZExtValue()});
        else
          Any = true;
      } else if (!isa<CallInst>(U) || !is_contained(TypeTests, cast<CallInst>(U)->getIntrinsicID())) {
        Any = true;
      }
    }
  }
};

/// A vtable whose functions can be removed and put back.
class VTable {
public:
  /// Removes all functions.
  VTable(GlobalVariable &V, Function &Stub) : V(V), Stub(Stub) {
    auto *All = cast<ConstantStruct>(V.getInitializer());
    for (const Use &Part : All->operands())
      for (const Use &Slot : cast<ConstantArray>(Part)->operands())
        Slots.push_back(cast<Constant>(Slot));
    IsIn.resize(Slots.size());
    SmallVector<MDNode *, 8> Types;
    V.getMetadata(LLVMContext::MD_type, Types);
    for (const MDNode *Type : Types)
      Classes.push_back(
          {Type->getOperand(1), mdconst::extract<ConstantInt>(Type->getOperand(0))->getZExtValue()});
    write();
  }

  /// True for a vtable that consists of pointers only, as in the Itanium ABI.
  static bool isOne(const GlobalVariable &V) {
    auto IsArrayOfPointers = [](const Use &Part) {
      auto *Array = dyn_cast<ConstantArray>(Part);
      return Array && Array->getType()->getElementType()->isPointerTy();
    };
    return V.hasMetadata(LLVMContext::MD_type) && V.hasInitializer() &&
           isa<ConstantStruct>(V.getInitializer()) &&
           all_of(cast<ConstantStruct>(V.getInitializer())->operands(), IsArrayOfPointers);
  }

  GlobalVariable &variable() const { return V; }

  /// Puts back what a call for \p Class loads at \p Offset from the address point, which objects hold.
  bool putIn(const Metadata *Class, std::uint64_t Offset) {
    bool Changed = false;
    for (auto [Of, Address] : Classes)
      if (std::uint64_t I = (Address + Offset) / PointerBytes; Of == Class && I < Slots.size() && !IsIn[I])
        Changed = IsIn[I] = true;
    return Changed;
  }
  /// True if a pointer to a member function with this type name can be one for the table's class or a base of
  /// it.
  bool suits(StringRef MemberPointer) const {
    MemberPointer.consume_front(Loads::MemberPointer);
    return any_of(Classes, [&](auto &Row) {
      auto *Name = dyn_cast<MDString>(Row.first);
      StringRef Class = Name ? Name->getString() : StringRef();
      return Class.consume_front(Loads::Class) && MemberPointer.starts_with(Class);
    });
  }
  bool putAllIn() {
    bool Changed = !IsIn.all();
    IsIn.set();
    return Changed;
  }

  void write() {
    auto *Old = cast<ConstantStruct>(V.getInitializer());
    SmallVector<Constant *, 2> Parts;
    std::size_t I = 0;
    for (const Use &Part : Old->operands()) {
      auto *Type = cast<ArrayType>(Part->getType());
      SmallVector<Constant *, 16> Elements;
      for (; Elements.size() != Type->getNumElements(); ++I)
        Elements.push_back(!IsIn[I] && isa<Function>(Slots[I]) ? &Stub : Slots[I]);
      Parts.push_back(ConstantArray::get(Type, Elements));
    }
    V.setInitializer(ConstantStruct::get(Old->getType(), Parts));
  }

private:
  static constexpr std::uint64_t PointerBytes = 8;

  GlobalVariable &V;
  Function &Stub;
  SmallVector<Constant *, 16> Slots; ///< of all parts, one after another
  SmallBitVector IsIn;
  SmallVector<std::pair<const Metadata *, std::uint64_t>, 8> Classes; ///< with their address points, in bytes
};

/// Removes the marks of virtual calls and of vtables that name classes.
void removeMarks(Module &M) {
  for (Intrinsic::ID Id : TypeTests)
    if (Function *Test = Intrinsic::getDeclarationIfExists(&M, Id)) {
      for (User *U : make_early_inc_range(Test->users())) {
        auto *Call = cast<CallInst>(U);
        for (User *Assumption : make_early_inc_range(Call->users()))
          if (auto *Assume = dyn_cast<AssumeInst>(Assumption))
            Assume->eraseFromParent();
        Call->replaceAllUsesWith(ConstantInt::getTrue(M.getContext()));
        Call->eraseFromParent();
      }
      Test->eraseFromParent();
    }
  for (GlobalVariable &V : M.globals()) {
    V.eraseMetadata(LLVMContext::MD_type);
    V.eraseMetadata(LLVMContext::MD_vcall_visibility);
  }
}

/// Adds the function that replaces those that nothing calls.
Function *addStub(Module &M) {
  auto *Type = FunctionType::get(llvm::Type::getVoidTy(M.getContext()), false);
  Function *Stub = Function::Create(Type, GlobalValue::InternalLinkage, "__kcc_uncalled_virtual", M);
  Stub->setDoesNotThrow();
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Stub));
  Builder.CreateIntrinsic(Intrinsic::trap, {});
  Builder.CreateUnreachable();
  return Stub;
}

} // namespace

void dropUncalledVirtualFunctions(Module &M, ArrayRef<Function *> Kernels) {
  // Clang emits vtables of other files only with optimization, and whether a program compiles must not depend
  // on that.
  for (GlobalVariable &V : M.globals())
    if (V.hasAvailableExternallyLinkage() && VTable::isOne(V)) {
      V.setInitializer(nullptr);
      V.setLinkage(GlobalValue::ExternalLinkage);
    }
  if (any_of(M.globals(), VTable::isOne)) {
    Function *Stub = addStub(M);
    SmallVector<VTable, 4> Tables;
    for (GlobalVariable &V : M.globals())
      if (VTable::isOne(V))
        Tables.emplace_back(V, *Stub);
    // A function that is put back may contain more calls.
    for (bool Changed = true; Changed;) {
      Loads Loaded;
      DenseSet<const GlobalValue *> Reached;
      for (const Function *Kernel : Kernels)
        for (auto &[Symbol, At] : reachedFrom(*Kernel))
          Reached.insert(Symbol);
      for (Intrinsic::ID Id : TypeTests)
        if (const Function *Test = Intrinsic::getDeclarationIfExists(&M, Id))
          for (const User *U : Test->users())
            if (auto *Call = cast<CallInst>(U); Reached.contains(Call->getFunction()))
              Loaded.add(*Call);
      Changed = false;
      for (VTable &Table : Tables) {
        if (!Reached.contains(&Table.variable()))
          continue;
        bool IsOpen =
            Loaded.Any || any_of(Loaded.MemberPointers, [&](StringRef P) { return Table.suits(P); });
        bool More = IsOpen && Table.putAllIn();
        for (auto [Class, Offset] : Loaded.Slots)
          More |= Table.putIn(Class, Offset);
        if (More)
          Table.write();
        Changed |= More;
      }
    }
    if (Stub->use_empty())
      Stub->eraseFromParent();
  }
  removeMarks(M);
}

} // namespace kcc::compiler
