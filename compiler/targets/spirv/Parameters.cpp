#include "targets/spirv/Parameters.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/KernelParameters.h"
#include "targets/spirv/Builtins.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <kcc/abi/spirv_notes.h>

using namespace llvm;

namespace kcc::compiler {
namespace {

FunctionCallee declare(Module &M, const char *Name, Type *Result, ArrayRef<Type *> Parameters) {
  FunctionCallee Callee =
      M.getOrInsertFunction(std::string(OwnPrefix) + Name, FunctionType::get(Result, Parameters, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setWillReturn();
  F->setDoesNotThrow();
  return Callee;
}

struct PlacedLoad {
  LoadInst *Load;
  std::uint64_t Offset;
};

/// Adds the loads through \p Pointer, which leads to the \p Offset of the parameters. False if there is
/// another use, or a load that pushed parameters cannot serve.
bool findLoads(Instruction &Pointer, std::uint64_t Offset, SmallVectorImpl<PlacedLoad> &Loads) {
  const DataLayout &DL = Pointer.getDataLayout();
  for (User *U : Pointer.users()) {
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      const TypeSize Bits = DL.getTypeSizeInBits(Load->getType());
      const std::uint64_t Bytes = DL.getTypeStoreSize(Load->getType());
      const bool IsWhole =
          Load->getType()->isSingleValueType() && (Bits == 8 * Bytes || Bits == 1) && isPowerOf2_64(Bytes);
      if (!Load->isSimple() || !IsWhole || Bytes > 16 || Offset % std::min<std::uint64_t>(Bytes, 8) != 0)
        return false;
      Loads.push_back({Load, Offset});
    } else if (auto *GEP = dyn_cast<GetElementPtrInst>(U)) {
      APInt More(DL.getIndexTypeSizeInBits(GEP->getType()), 0);
      if (!GEP->accumulateConstantOffset(DL, More) || !findLoads(*GEP, Offset + More.getZExtValue(), Loads))
        return false;
    } else if (auto *Cast = dyn_cast<AddrSpaceCastInst>(U)) {
      if (!findLoads(*Cast, Offset, Loads))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

/// What \p Load loads, from the 8 bytes, or 16, that \p Pushed returns.
Value *fromPushed(const PlacedLoad &Load, FunctionCallee Pushed) {
  IRBuilder<> Builder(Load.Load);
  Type *T = Load.Load->getType();
  const auto Bits = static_cast<unsigned>(Load.Load->getDataLayout().getTypeSizeInBits(T));
  auto Long = [&](std::uint64_t Number) -> Value * {
    return Builder.CreateCall(Pushed, {Builder.getInt32(static_cast<std::uint32_t>(Number))});
  };
  Value *All = Long(Load.Offset / 8);
  if (Bits == 128) {
    Type *Wide = Builder.getInt128Ty();
    Value *Upper = Builder.CreateShl(Builder.CreateZExt(Long(Load.Offset / 8 + 1), Wide), 64);
    All = Builder.CreateOr(Builder.CreateZExt(All, Wide), Upper);
  } else if (Bits < 64) {
    All = Builder.CreateTrunc(Builder.CreateLShr(All, Load.Offset % 8 * 8), Builder.getIntNTy(Bits));
  }
  return T->isPointerTy() ? Builder.CreateIntToPtr(All, T) : Builder.CreateBitCast(All, T);
}

/// Erases \p I and its users, which have no uses that count.
void eraseWithUsers(Instruction &I) {
  for (User *U : make_early_inc_range(I.users()))
    eraseWithUsers(*cast<Instruction>(U));
  I.eraseFromParent();
}

} // namespace

void readParameters(Function &Kernel, bool MayPush) {
  if (Kernel.arg_empty())
    return;
  Module &M = *Kernel.getParent();
  IRBuilder<> Builder(&*Kernel.getEntryBlock().getFirstInsertionPt());
  CallInst *Block = Builder.CreateCall(declare(M, "parameters", Builder.getPtrTy(GlobalSpace), {}));
  const std::uint64_t Bytes = parameterBytes(Kernel);
  readParametersFrom(Kernel, *Block, Builder);
  SmallVector<PlacedLoad, 16> Loads;
  if (!MayPush || Bytes > 8 * abi::spirv_pushed_count || !findLoads(*Block, 0, Loads))
    return;
  FunctionCallee Pushed = declare(M, "pushed", Builder.getInt64Ty(), {Builder.getInt32Ty()});
  for (const PlacedLoad &Load : Loads)
    Load.Load->replaceAllUsesWith(fromPushed(Load, Pushed));
  eraseWithUsers(*Block);
  Kernel.addFnAttr(PushedAttribute);
}

} // namespace kcc::compiler
