#include "lowering/AliasScopes.h"
#include "lowering/ParameterCopies.h"
#include "lowering/PointerUses.h"
#include "manifest/Manifest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

// Attributes of parameters, because passes that remove other parameters of a function keep them.
constexpr char SpanAttribute[] = "kcc-span";   ///< this is the pointer of a span: the number of its scope
constexpr char SpansAttribute[] = "kcc-spans"; ///< this points to spans: "offset:scope …"
/// Metadata of the function: the list of scopes.
constexpr char ScopesMetadata[] = "kcc.scopes";

/// How far originsOf follows a pointer. What is longer counts as unknown memory.
constexpr unsigned MaxSteps = 64;

/// Merges \p New into \p Into, without duplicates.
template <class List> void add(List &Into, const List &New) {
  for (const auto &Element : New)
    if (!is_contained(Into, Element))
      Into.push_back(Element);
}

/// The pointers through which \p I accesses memory; none if it may access other memory too.
SmallVector<const Value *, 2> pointersOf(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I))
    return {Pointer};
  if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return {Update->getPointerOperand()};
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return {Exchange->getPointerOperand()};
  if (auto *Transfer = dyn_cast<AnyMemTransferInst>(&I))
    return {Transfer->getRawDest(), Transfer->getRawSource()};
  if (auto *Set = dyn_cast<AnyMemIntrinsic>(&I))
    return {Set->getRawDest()};
  return {};
}

struct GiveAliasScopes : PassInfoMixin<GiveAliasScopes> {
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    if (!F.hasMetadata(ScopesMetadata))
      return PreservedAnalyses::all();
    bool Changed = copyWritten(F, Analyses);
    SpanScopes Spans(F);
    for (Instruction &I : instructions(F))
      Changed |= mark(I, Spans);
    PreservedAnalyses Preserved = Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
  }

private:
  /// A kernel may assign to its parameters. What it loads from one then shows no longer which span it is.
  static bool copyWritten(Function &F, FunctionAnalysisManager &Analyses) {
    bool Copied = false;
    for (Argument &Parameter : F.args())
      if (F.getAttributes().hasParamAttr(Parameter.getArgNo(), SpansAttribute) && Parameter.hasByValAttr() &&
          !isOnlyReadThrough(Parameter)) {
        copyToLocal(Parameter);
        Copied = true;
      }
    if (Copied) {
      PreservedAnalyses Preserved; // the control flow
      Preserved.preserveSet<CFGAnalyses>();
      Analyses.invalidate(F, Preserved);
      Analyses.invalidate(F, SROAPass(SROAOptions::PreserveCFG).run(F, Analyses));
    }
    return Copied;
  }

  static bool mark(Instruction &I, const SpanScopes &Spans) {
    Origins Accessed;
    for (const Value *Pointer : pointersOf(I)) {
      Origins Of = Spans.originsOf(*Pointer);
      add(Accessed.Scopes, Of.Scopes);
      add(Accessed.Objects, Of.Objects);
    }
    // Local variables are no span's memory, so what holds for the spans holds for them.
    if (Accessed.Scopes.empty() ||
        !all_of(Accessed.Objects, [](const Value *V) { return isa<AllocaInst>(V); }))
      return false;
    MDNode *Former = I.getMetadata(LLVMContext::MD_alias_scope);
    if (Former && any_of(Former->operands(), [&](const MDOperand &Operand) {
          return is_contained(Spans.scopes(), Operand.get());
        }))
      return false; // marked by an earlier run
    SmallVector<Metadata *, 8> Same, Other;
    for (MDNode *Scope : Spans.scopes())
      (is_contained(Accessed.Scopes, Scope) ? Same : Other).push_back(Scope);
    auto Append = [&](unsigned Kind, ArrayRef<Metadata *> List) {
      if (!List.empty())
        I.setMetadata(Kind, MDNode::concatenate(I.getMetadata(Kind), MDNode::get(I.getContext(), List)));
    };
    Append(LLVMContext::MD_alias_scope, Same);
    Append(LLVMContext::MD_noalias, Other);
    return true;
  }
};

} // namespace

void declareAliasScopes(const Kernel &K) {
  if (!K.NoAlias || K.Spans.empty())
    return;
  LLVMContext &Context = K.Function->getContext();
  MDBuilder Builder(Context);
  MDNode *Domain = Builder.createAnonymousAliasScopeDomain("no_alias " + K.Name);
  SmallVector<Metadata *, 8> Scopes;
  auto NewScope = [&](StringRef Name) {
    Scopes.push_back(Builder.createAnonymousAliasScope(Domain, Name));
    return utostr(Scopes.size() - 1);
  };
  std::string ReadOnlyScope;
  for (const SpanPlace &Span : K.Spans) {
    if (Span.ReadOnly && ReadOnlyScope.empty())
      ReadOnlyScope = NewScope("read-only");
    std::string Scope = Span.ReadOnly ? ReadOnlyScope : NewScope(Span.Name);
    for (auto [I, Piece] : enumerate(K.Arguments)) {
      if (Piece.Parameter != Span.Parameter)
        continue;
      auto Number = static_cast<unsigned>(I);
      if (Piece.ByPointer) {
        std::string Places =
            K.Function->getAttributes().getParamAttr(Number, SpansAttribute).getValueAsString().str();
        K.Function->addParamAttr(Number, Attribute::get(Context, SpansAttribute,
                                                        Places + utostr(Span.Offset) + ":" + Scope + " "));
      } else if (Piece.Offset == Span.Offset && K.Function->getArg(Number)->getType()->isPointerTy()) {
        K.Function->addParamAttr(Number, Attribute::get(Context, SpanAttribute, Scope));
      }
    }
  }
  K.Function->setMetadata(ScopesMetadata, MDNode::get(Context, Scopes));
}

SpanScopes::SpanScopes(const Function &F) {
  const MDNode *List = F.getMetadata(ScopesMetadata);
  if (!List)
    return;
  for (const MDOperand &Scope : List->operands())
    Scopes.push_back(cast<MDNode>(Scope));
  auto Number = [](StringRef &Text) {
    unsigned long long Value = 0;
    Text.consumeInteger(10, Value);
    return Value;
  };
  for (const Argument &A : F.args()) {
    auto TextOf = [&](StringRef Name) {
      return F.getAttributes().getParamAttr(A.getArgNo(), Name).getValueAsString();
    };
    if (StringRef Text = TextOf(SpanAttribute); !Text.empty())
      ByPointer[&A] = Scopes[Number(Text)];
    StringRef Places = TextOf(SpansAttribute);
    if (!Places.empty() && !isOnlyReadThrough(A))
      continue; // it may contain another span than it was given
    while (!Places.empty()) {
      std::uint64_t Offset = Number(Places);
      Places.consume_front(":");
      ByPlace[{&A, Offset}] = Scopes[Number(Places)];
      Places.consume_front(" ");
    }
  }
}

MDNode *SpanScopes::scopeOf(const Value &Object) const {
  if (auto *A = dyn_cast<Argument>(&Object))
    return ByPointer.lookup(A);
  auto *Load = dyn_cast<LoadInst>(&Object);
  if (!Load || !Load->getType()->isPointerTy())
    return nullptr;
  const DataLayout &DL = Load->getDataLayout();
  const Value *Place = Load->getPointerOperand();
  APInt Offset(DL.getIndexTypeSizeInBits(Place->getType()), 0);
  auto *Parameter =
      dyn_cast<Argument>(Place->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true));
  return Parameter ? ByPlace.lookup({Parameter, Offset.getZExtValue()}) : nullptr;
}

Origins SpanScopes::originsOf(const Value &Pointer) const {
  SmallVector<const Value *, 4> Found;
  getUnderlyingObjects(&Pointer, Found, nullptr, MaxSteps);
  Origins Result;
  for (const Value *Object : Found)
    if (MDNode *Scope = scopeOf(*Object))
      add(Result.Scopes, SmallVector<MDNode *, 2>{Scope});
    else
      Result.Objects.push_back(Object);
  return Result;
}

void addAliasScopes(PassBuilder &Builder) {
  // Run after every InstCombine, the first of which follows inlining and SROA and precedes the loop passes.
  Builder.registerPeepholeEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) { Passes.addPass(GiveAliasScopes()); });
}

} // namespace kcc::compiler
