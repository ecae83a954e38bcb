#include "lowering/Declarations.h"
#include "lowering/Reach.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace kcc::compiler {

static StringRef stringOf(const Constant *C) {
  if (auto *Variable = dyn_cast<GlobalVariable>(C->stripPointerCasts()))
    if (Variable->hasInitializer())
      if (auto *Data = dyn_cast<ConstantDataArray>(Variable->getInitializer()))
        return Data->isCString() ? Data->getAsCString() : StringRef();
  return {};
}

/// The arguments of an annotation: a private constant struct of integers.
static SmallVector<std::uint64_t, 2> integersOf(const Constant *C) {
  SmallVector<std::uint64_t, 2> Result;
  if (auto *Variable = dyn_cast<GlobalVariable>(C->stripPointerCasts()))
    for (unsigned I = 0; const Constant *Element = Variable->getInitializer()->getAggregateElement(I); ++I)
      if (auto *Int = dyn_cast<ConstantInt>(Element))
        Result.push_back(Int->getValue().getLimitedValue());
  return Result;
}

/// The attribute about floating-point arithmetic of which \p Text, without a value, is the annotation.
static std::optional<FloatAttribute> floatAttribute(StringRef Text) {
  if (!Text.consume_front(annotation::Prefix))
    return std::nullopt;
  auto *Found = find(FloatAttributeNames, Text);
  if (Found == std::end(FloatAttributeNames))
    return std::nullopt;
  return static_cast<FloatAttribute>(Found - std::begin(FloatAttributeNames));
}

static void setFloat(Kernel &K, FloatAttribute A, ArrayRef<std::uint64_t> Values) {
  if (Values.size() != 1 || Values[0] > 1) {
    K.InvalidFloat = A;
    return;
  }
  const bool Value = Values[0] == 1;
  if (K.Floats[A] && K.Floats[A] != Value)
    K.FloatWithTwoValues = A;
  K.Floats[A] = Value;
}

Declarations takeDeclarations(Module &M) {
  Declarations Result;
  GlobalVariable *List = M.getGlobalVariable("llvm.global.annotations");
  if (!List)
    return Result;

  MapVector<const Function *, Kernel> Kernels;
  SmallVector<NotAKernel, 4> KernelOnly; // until all annotations are known
  // An entry: value, text, file, line, arguments.
  for (const Use &U : cast<ConstantArray>(List->getInitializer())->operands()) {
    auto *Entry = cast<ConstantStruct>(U);
    Constant *Value = Entry->getOperand(0)->stripPointerCasts();
    StringRef Text = stringOf(Entry->getOperand(1));
    SourcePlace Place{stringOf(Entry->getOperand(2)).str(),
                      static_cast<unsigned>(cast<ConstantInt>(Entry->getOperand(3))->getZExtValue())};
    if (auto *F = dyn_cast<Function>(Value)) {
      if (StringRef Name = Text; Name.consume_front(annotation::Kernel)) {
        Kernel &K = Kernels[F];
        K.Function = F;
        K.Symbol = F->getName().str();
        K.Place = Place;
        if (Name.consume_front(StringRef(&annotation::EntrySeparator, 1)))
          (K.Entry.empty() || K.Entry == Name ? K.Entry : K.SecondEntry) = Name.str();
      } else if (Text == annotation::LaunchBounds) {
        SmallVector<std::uint64_t, 2> Bounds = integersOf(Entry->getOperand(4));
        auto IsIn = [&](unsigned I, std::uint64_t Most) { return Bounds[I] >= 1 && Bounds[I] <= Most; };
        Kernel &K = Kernels[F];
        K.BoundsValid = !Bounds.empty() && IsIn(0, MostThreads) && (Bounds.size() < 2 || IsIn(1, MostBlocks));
        if (K.BoundsValid) {
          K.MaxThreads = static_cast<unsigned>(Bounds[0]);
          K.MinBlocks = Bounds.size() < 2 ? 0 : static_cast<unsigned>(Bounds[1]);
        }
        KernelOnly.push_back({F, "launch_bounds"});
      } else if (Text == annotation::NoAlias) {
        Kernels[F].NoAlias = true;
        KernelOnly.push_back({F, "no_alias"});
      } else if (auto [Kind, Value] = Text.split(annotation::EntrySeparator);
                 std::optional<FloatAttribute> A = floatAttribute(Kind)) {
        if (Value.empty())
          setFloat(Kernels[F], *A, integersOf(Entry->getOperand(4)));
        else
          setFloat(Kernels[F], *A, {Value == annotation::True});
        KernelOnly.push_back({F, FloatAttributeNames[static_cast<std::size_t>(*A)]});
      }
    } else if (auto *V = dyn_cast<GlobalVariable>(Value)) {
      if (Text == annotation::Shared)
        Result.Shared.push_back({V, V->getName().str(), Place});
      else if (Text == annotation::Constant)
        Result.Constant.push_back({V, V->getName().str(), Place});
    }
  }
  for (auto &[F, K] : Kernels) {
    if (K.Entry.empty())
      K.Entry = K.Symbol;
    if (K.Function && !F->isDeclaration())
      Result.Kernels.push_back(K);
  }
  copy_if(KernelOnly, std::back_inserter(Result.NotKernels),
          [&](const NotAKernel &Row) { return !Kernels[Row.Function].Function; });

  List->eraseFromParent();
  removeFromUsedLists(M, [](Constant *) { return true; });
  return Result;
}

void dropUnreached(Declarations &A, ArrayRef<Function *> Kernels) {
  SmallPtrSet<const GlobalValue *, 16> Reached;
  for (const Function *K : Kernels)
    for (auto &[Symbol, At] : reachedFrom(*K))
      Reached.insert(Symbol);
  auto IsUnreached = [&](const DeclaredVariable &V) { return !Reached.contains(V.Variable); };
  erase_if(A.Shared, IsUnreached);
  erase_if(A.Constant, IsUnreached);
  for (const DeclaredVariable &V : A.Constant) {
    const DataLayout &DL = V.Variable->getDataLayout();
    A.ConstantBytes = alignTo(A.ConstantBytes, V.Variable->getAlign().valueOrOne()) +
                      DL.getTypeAllocSize(V.Variable->getValueType());
  }
}

} // namespace kcc::compiler
