#include "targets/spirv/ModuleVariables.h"
#include "lowering/SymbolNames.h"
#include "targets/nvptx/AddressSpaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

class Writer {
public:
  Writer(const DataLayout &DL, VariableLayout &Layout) : DL(DL), Layout(Layout) {}

  void write(const Constant *C, std::uint64_t At) {
    if (isa<UndefValue>(C) || C->isNullValue())
      return;
    if (auto *I = dyn_cast<ConstantInt>(C))
      return writeBits(I->getValue(), At);
    if (auto *F = dyn_cast<ConstantFP>(C))
      return writeBits(F->getValueAPF().bitcastToAPInt(), At);
    if (auto *Data = dyn_cast<ConstantDataSequential>(C)) {
      const std::uint64_t Size = DL.getTypeAllocSize(Data->getElementType());
      for (unsigned I = 0; I != Data->getNumElements(); ++I)
        write(Data->getElementAsConstant(I), At + I * Size);
      return;
    }
    if (auto *Struct = dyn_cast<ConstantStruct>(C)) {
      const StructLayout *Places = DL.getStructLayout(Struct->getType());
      for (unsigned I = 0; I != Struct->getNumOperands(); ++I)
        write(Struct->getOperand(I), At + Places->getElementOffset(I));
      return;
    }
    if (isa<ConstantArray, ConstantVector>(C)) {
      const std::uint64_t Size = DL.getTypeAllocSize(C->getOperand(0)->getType());
      for (unsigned I = 0; I != C->getNumOperands(); ++I)
        write(cast<Constant>(C->getOperand(I)), At + I * Size);
      return;
    }
    writeAddress(C, At);
  }

private:
  void writeBits(const APInt &Bits, std::uint64_t At) {
    for (unsigned I = 0; I < Bits.getBitWidth(); I += 8)
      Layout.Data[At + I / 8] =
          static_cast<std::uint8_t>(Bits.extractBitsAsZExtValue(std::min(8u, Bits.getBitWidth() - I), I));
  }

  void writeAddress(const Constant *C, std::uint64_t At) {
    APInt Offset(64, 0);
    if (auto *Cast = dyn_cast<ConstantExpr>(C); Cast && Cast->getOpcode() == Instruction::PtrToInt)
      C = Cast->getOperand(0);
    const Value *Base = C;
    while (true) {
      if (auto *G = dyn_cast<GEPOperator>(Base); G && G->accumulateConstantOffset(DL, Offset))
        Base = G->getPointerOperand();
      else if (Operator::getOpcode(Base) == Instruction::AddrSpaceCast)
        Base = cast<Operator>(Base)->getOperand(0);
      else
        break;
    }
    auto *V = dyn_cast<GlobalVariable>(Base);
    auto Found = V ? Layout.Offsets.find(V) : Layout.Offsets.end();
    if (Found == Layout.Offsets.end()) {
      Layout.Problem = ("a variable's initial value holds the address of '" + sourceName(Base->getName()) +
                        "', which is not a variable in global memory");
      return;
    }
    Layout.Addresses.emplace_back(At, Found->second + Offset.getZExtValue());
  }

  const DataLayout &DL;
  VariableLayout &Layout;
};

} // namespace

VariableLayout layOutVariables(const Module &M) {
  VariableLayout Layout;
  const DataLayout &DL = M.getDataLayout();
  for (const GlobalVariable &V : M.globals()) {
    if (V.getAddressSpace() == SharedSpace)
      continue;
    const Align A = V.getAlign().value_or(DL.getPreferredAlign(&V));
    Layout.Align = std::max(Layout.Align, A.value());
    Layout.Bytes = alignTo(Layout.Bytes, A);
    Layout.Offsets[&V] = Layout.Bytes;
    Layout.Bytes += DL.getTypeAllocSize(V.getValueType());
  }
  Layout.Data.resize(Layout.Bytes);
  Writer W(DL, Layout);
  for (const GlobalVariable &V : M.globals())
    if (auto Found = Layout.Offsets.find(&V); Found != Layout.Offsets.end() && V.hasInitializer())
      W.write(V.getInitializer(), Found->second);
  return Layout;
}

namespace {

/// The functions that \p F calls.
SmallSetVector<const Function *, 8> calleesOf(const Function &F) {
  SmallSetVector<const Function *, 8> Callees;
  for (const Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const Function *Callee = Call->getCalledFunction(); Callee && !Callee->isDeclaration())
        Callees.insert(Callee);
  return Callees;
}

/// As for CUDA's threads.
constexpr std::uint64_t MostLocalBytes = std::uint64_t{512} << 10;

class Frames {
public:
  Frames(const Module &M, LocalLayout &Layout) : Layout(Layout) {
    for (const Function &F : M)
      if (!F.isDeclaration())
        visit(F);
    if (!Layout.Problem.empty())
      return;
    for (const Function *F : Order)
      place(*F);
    for (const Function *F : Order)
      if (Ends[F] != 0)
        Layout.Needed[F] = alignTo(Ends[F], Align(Layout.Align));
  }

private:
  void visit(const Function &F) {
    enum : char { Unseen, Open, Done };
    char &State = States[&F];
    if (State == Done)
      return;
    if (State == Open) {
      return fail(F.getEntryBlock().front(),
                  "the recursion of '" + sourceName(F.getName()) +
                      "'; a function may call itself directly, if it has neither variable arguments nor "
                      "arrays of variable size");
    }
    State = Open;
    for (const Function *Callee : calleesOf(F))
      visit(*Callee);
    States[&F] = Done;
    Order.push_back(&F);
  }

  /// A frame lies behind those of what the function calls, so that it does not matter who else calls that.
  void place(const Function &F) {
    std::uint64_t End = 0;
    for (const Function *Callee : calleesOf(F))
      End = std::max(End, Ends[Callee]);
    const DataLayout &DL = F.getDataLayout();
    for (const Instruction &I : instructions(F)) {
      auto *A = dyn_cast<AllocaInst>(&I);
      if (!A)
        continue;
      std::optional<TypeSize> Size = A->getAllocationSize(DL);
      if (!Size) {
        fail(*A, "a local array whose size is not constant");
        return;
      }
      End = alignTo(End, std::max(A->getAlign(), Align(4)));
      Layout.Align = std::max(Layout.Align, A->getAlign().value());
      Layout.Offsets[A] = End;
      End += Size->getFixedValue();
    }
    if (End == 0 && usesLocals(F))
      End = 4; // it reads or writes variables of a caller
    Ends[&F] = End;
    if (End > MostLocalBytes)
      fail(F.getEntryBlock().front(), Twine(End) + " bytes of local variables; a thread has up to " +
                                          Twine(MostLocalBytes) +
                                          ", and a function that calls itself has 128 frames or more, so put "
                                          "what is large into a buffer");
  }

  void fail(const Instruction &I, const Twine &Why) {
    if (!Layout.Problem.empty())
      return;
    Layout.Problem = Why.str();
    Layout.ProblemPlace = &I;
  }

  /// Whether it has local variables, or accesses those of its callers.
  static bool usesLocals(const Function &F) {
    return any_of(instructions(F), [](const Instruction &I) {
      return isa<AllocaInst>(I) || any_of(I.operands(), [](const Use &U) {
               return U->getType()->isPointerTy() && U->getType()->getPointerAddressSpace() == LocalSpace;
             });
    });
  }

  LocalLayout &Layout;
  DenseMap<const Function *, char> States;
  DenseMap<const Function *, std::uint64_t> Ends; ///< of the frame, in bytes; 0: nothing uses local memory
  std::vector<const Function *> Order;            ///< callees first
};

} // namespace

LocalLayout layOutLocals(const Module &M) {
  LocalLayout Layout;
  const Frames F(M, Layout);
  return Layout;
}

} // namespace kcc::compiler
