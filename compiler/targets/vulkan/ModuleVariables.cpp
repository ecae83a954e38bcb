#include "targets/vulkan/ModuleVariables.h"
#include "targets/nvptx/AddressSpaces.h"

#include "llvm/IR/Constants.h"
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
      Layout.Problem =
          "a variable's initial value holds an address that is not a variable's in global memory";
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

} // namespace kcc::compiler
