#include "targets/nvptx/SmallCopies.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

constexpr std::uint64_t Widest = 16; // of one access, in bytes
/// Beyond this, a copy takes too many registers, or is a loop with the larger accesses of its body.
constexpr std::size_t MaxAccesses = 8;

struct Access {
  std::uint64_t Offset, Bytes;
};

/// The accesses that cover \p Bytes bytes aligned to \p Alignment; empty if they are too many.
SmallVector<Access, MaxAccesses> accesses(std::uint64_t Bytes, std::uint64_t Alignment) {
  SmallVector<Access, MaxAccesses> Result;
  std::uint64_t Width = std::min(Widest, Alignment);
  for (std::uint64_t Offset = 0; Offset != Bytes; Offset += Width) {
    while (Width > Bytes - Offset)
      Width /= 2;
    if (Result.size() == MaxAccesses)
      return {};
    Result.push_back({Offset, Width});
  }
  return Result;
}

Type *typeOf(const Access &A, LLVMContext &Context) {
  return A.Bytes == Widest
             ? FixedVectorType::get(Type::getInt32Ty(Context), 4)
             : static_cast<Type *>(IntegerType::get(Context, static_cast<unsigned>(8 * A.Bytes)));
}

/// Returns true if \p Operation has been replaced.
bool expand(MemIntrinsic &Operation) {
  auto *Bytes = dyn_cast<ConstantInt>(Operation.getLength());
  auto *Copy = dyn_cast<MemTransferInst>(&Operation);
  auto *Fill = dyn_cast<MemSetInst>(&Operation);
  if (!Bytes || Operation.isVolatile() || (Fill && !isa<ConstantInt>(Fill->getValue())))
    return false;
  Align Alignment = Operation.getDestAlign().valueOrOne();
  if (Copy)
    Alignment = std::min(Alignment, Copy->getSourceAlign().valueOrOne());
  SmallVector<Access, MaxAccesses> Accesses = accesses(Bytes->getZExtValue(), Alignment.value());
  if (Accesses.empty())
    return false;
  IRBuilder<> Builder(&Operation);
  AAMDNodes Aliases = Operation.getAAMetadata();
  Aliases.TBAA = Aliases.TBAAStruct = nullptr;
  auto Place = [&](Value *Begin, const Access &A) {
    return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Begin, A.Offset);
  };
  SmallVector<Value *, MaxAccesses> Values;
  for (const Access &A : Accesses) {
    Type *T = typeOf(A, Operation.getContext());
    if (Fill) {
      APInt Byte = cast<ConstantInt>(Fill->getValue())->getValue();
      Values.push_back(ConstantInt::get(T, APInt::getSplat(T->getScalarSizeInBits(), Byte)));
      continue;
    }
    LoadInst *Load = Builder.CreateAlignedLoad(T, Place(Copy->getRawSource(), A), Align(A.Bytes));
    Load->setAAMetadata(Aliases);
    Values.push_back(Load);
  }
  for (auto [A, V] : zip(Accesses, Values))
    Builder.CreateAlignedStore(V, Place(Operation.getRawDest(), A), Align(A.Bytes))->setAAMetadata(Aliases);
  return true;
}

} // namespace

void expandSmallCopies(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (auto *Operation = dyn_cast<MemIntrinsic>(&I); Operation && expand(*Operation))
        Operation->eraseFromParent();
}

} // namespace kcc::compiler
