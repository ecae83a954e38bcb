#include "lowering/Declarations.h"
#include "lowering/Reach.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
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
  K.Floats[A] = Values[0] == 1;
}

Declarations takeDeclarations(Module &M) {
  Declarations Result;
  GlobalVariable *List = M.getGlobalVariable("llvm.global.annotations");
  if (!List)
    return Result;

  MapVector<const Function *, Kernel> Kernels;
  SmallSetVector<std::pair<const Function *, StringRef>, 4> KernelOnly; // until all annotations are known
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
        if (Name.consume_front(StringRef(&annotation::Separator, 1)))
          (K.Entry.empty() || K.Entry == Name ? K.Entry : K.SecondEntry) = Name.str();
      } else if (auto [Attribute, At] = Text.split(annotation::Separator);
                 Attribute == annotation::LaunchBounds) {
        SmallVector<std::uint64_t, 2> Bounds = integersOf(Entry->getOperand(4));
        auto IsIn = [&](unsigned I, std::uint64_t Most) { return Bounds[I] >= 1 && Bounds[I] <= Most; };
        Kernel &K = Kernels[F];
        K.BoundsValid = !Bounds.empty() && IsIn(0, MostThreads) && (Bounds.size() < 2 || IsIn(1, MostBlocks));
        if (K.BoundsValid) {
          K.MaxThreads = static_cast<unsigned>(Bounds[0]);
          K.MinBlocks = Bounds.size() < 2 ? 0 : static_cast<unsigned>(Bounds[1]);
        }
        KernelOnly.insert({F, "launch_bounds"});
      } else if (Attribute == annotation::NoAlias) {
        Kernels[F].NoAlias = true;
        KernelOnly.insert({F, "no_alias"});
      } else if (Attribute == annotation::Targets) {
        Kernels[F].Targets = At.str();
        KernelOnly.insert({F, "targets"});
      } else if (std::optional<FloatAttribute> A = floatAttribute(Attribute)) {
        setFloat(Kernels[F], *A, integersOf(Entry->getOperand(4)));
        KernelOnly.insert({F, FloatAttributeNames[static_cast<std::size_t>(*A)]});
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
  for (auto [F, Attribute] : KernelOnly)
    if (!Kernels[F].Function)
      Result.NotKernels.push_back({F, Attribute});

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
