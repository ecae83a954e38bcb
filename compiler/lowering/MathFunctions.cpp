// How math functions are replaced.
//
// meaningOf() maps the declaration of a C function or an intrinsic to a row of MathFunctions.def or to
// another intrinsic. Lowering then replaces its uses. An intrinsic's calls are replaced one by one, because
// vectors must be split and narrow types widened. A C function is replaced as a whole, because its
// replacement has the same type; complex numbers need an adapter for the target's ABI (fillComplex).
//
// The replacements are declarations named __kcc_math_*. linkNeeded() reads the bodies of just these functions
// from the bitcode.
#include "lowering/MathFunctions.h"
#include "lowering/EmbeddedFile.h"
#include "lowering/EmbeddedLibrary.h"
#include "lowering/Scalarization.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

KCC_EMBEDDED(kcc_math_library)

namespace kcc::compiler {
namespace {

/// One row of the list; see MathFunctions.def.
struct Row {
  StringRef Operation, Signature;
  enum Kind { Real, Extra, Complex } What;
};
constexpr Row Rows[] = {
#define KCC_MATH(Operation, Signature) {#Operation, Signature, Row::Real},
#define KCC_MATH_EXTRA(Operation, Signature) {#Operation, Signature, Row::Extra},
#define KCC_MATH_COMPLEX(Operation, Signature) {#Operation, Signature, Row::Complex},
#include "lowering/MathFunctions.def"
};

/// What a name or an intrinsic maps to: a row for one type, or another intrinsic.
struct Meaning {
  const Row *Function = nullptr;
  bool IsDouble = false;
  Intrinsic::ID Native = Intrinsic::not_intrinsic;
  explicit operator bool() const { return Function || Native; }
};

const Row *rowOf(StringRef Operation) {
  auto *Found = find_if(Rows, [&](const Row &R) { return R.Operation == Operation; });
  return Found == std::end(Rows) ? nullptr : Found;
}

constexpr StringRef LibraryPrefix = "__kcc_math_";
/// Of functions for which keepReproducible() was called.
constexpr StringRef ReproducibleAttribute = "kcc-reproducible-math";
bool isReproducible(const Function &F) {
  return F.hasFnAttribute(ReproducibleAttribute);
}
/// Ends the symbols of the versions that reproducible functions call, which may differ from the target's own.
constexpr StringRef ReproducibleSuffix = "_reproducible";

std::string symbolOf(const Row &R, bool IsDouble) {
  return (LibraryPrefix + R.Operation + (IsDouble ? "_f64" : "_f32")).str();
}

/// Every name by which a program may call a library function.
const StringMap<Meaning> &names() {
  static const StringMap<Meaning> Names = [] {
    StringMap<Meaning> N;
    for (const Row &R : Rows)
      for (bool IsDouble : {false, true}) {
        N[symbolOf(R, IsDouble)] = {&R, IsDouble};
        if (R.What != Row::Extra)
          N[(R.Operation + (IsDouble ? "" : "f")).str()] = {&R, IsDouble};
      }
#define KCC_MATH_ALIAS(Name, Operation, IsDouble) N[#Name] = {rowOf(#Operation), IsDouble};
#define KCC_MATH_NATIVE(Name, Id)                                                                            \
  N[#Name] = {nullptr, true, Intrinsic::Id};                                                                 \
  N[#Name "f"] = {nullptr, false, Intrinsic::Id};
#include "lowering/MathFunctions.def"
    for (StringRef Name : {"lrint", "llrint"})
      N[Name] = {nullptr, true, Intrinsic::lrint}, N[(Name + "f").str()] = {nullptr, false, Intrinsic::lrint};
    for (StringRef Name : {"lround", "llround"})
      N[Name] = {nullptr, true, Intrinsic::lround},
      N[(Name + "f").str()] = {nullptr, false, Intrinsic::lround};
    return N;
  }();
  return Names;
}

const Row *rowOf(Intrinsic::ID Id) {
  switch (Id) {
#define KCC_MATH_INTRINSIC(Name, Operation)                                                                  \
  case Intrinsic::Name: {                                                                                    \
    static const Row *const R = rowOf(#Operation);                                                           \
    return R;                                                                                                \
  }
#include "lowering/MathFunctions.def"
  default:
    return nullptr;
  }
}

FunctionType *typeOf(const Row &R, Type *Real) {
  LLVMContext &Context = Real->getContext();
  SmallVector<Type *, 8> Types;
  for (char C : R.Signature)
    Types.push_back(C == 't'   ? Real
                    : C == 'i' ? Type::getInt32Ty(Context)
                    : C == 'l' ? Type::getInt64Ty(Context)
                    : C == 'v' ? Type::getVoidTy(Context)
                               : static_cast<Type *>(PointerType::get(Context, 0)));
  return FunctionType::get(Types.front(), ArrayRef(Types).drop_front(), false);
}

/// What the declaration \p F maps to; nothing if it only shares a math function's name.
Meaning meaningOf(const Function &F) {
  LLVMContext &Context = F.getContext();
  if (F.isIntrinsic()) {
    Type *Real = F.getFunctionType()->getNumParams() == 0 ? F.getReturnType() : F.getArg(0)->getType();
    Real = Real->getScalarType();
    if (!Real->isFloatTy() && !Real->isDoubleTy() && !Real->isHalfTy() && !Real->isBFloatTy())
      return {};
    switch (F.getIntrinsicID()) {
    case Intrinsic::minnum:
      return {nullptr, Real->isDoubleTy(), Intrinsic::minimumnum};
    case Intrinsic::maxnum:
      return {nullptr, Real->isDoubleTy(), Intrinsic::maximumnum};
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      return {nullptr, Real->isDoubleTy(), Intrinsic::lrint};
    case Intrinsic::lround:
    case Intrinsic::llround:
      return {nullptr, Real->isDoubleTy(), Intrinsic::lround};
    case Intrinsic::round:
      return {nullptr, Real->isDoubleTy(), Intrinsic::round};
    default:
      return {rowOf(F.getIntrinsicID()), Real->isDoubleTy()};
    }
  }
  auto Found = names().find(F.getName());
  if (Found == names().end())
    return {};
  const Meaning &M = Found->second;
  Type *Real = M.IsDouble ? Type::getDoubleTy(Context) : Type::getFloatTy(Context);
  bool Fits;
  if (M.Native) // one to three numbers
    Fits = F.arg_size() != 0 && all_of(F.args(), [&](const Argument &A) { return A.getType() == Real; });
  else if (M.Function->What == Row::Complex) // passed as the target's ABI passes complex numbers
    Fits = F.arg_size() != 0;
  else
    Fits = F.getFunctionType() == typeOf(*M.Function, Real);
  return Fits ? M : Meaning();
}

class Lowering {
public:
  explicit Lowering(Module &M) : M(M), Context(M.getContext()) {}

  /// Replaces the calls. The bodies of the library functions that are then called are still missing.
  void replace() {
    SmallVector<std::pair<Function *, Meaning>, 16> Found;
    for (Function &F : M) {
      if (F.isDeclaration())
        if (Meaning What = meaningOf(F); What && !F.getName().starts_with(LibraryPrefix))
          Found.push_back({&F, What});
      for (Instruction &I : make_early_inc_range(instructions(F)))
        if (I.getOpcode() == Instruction::FRem)
          replaceRemainder(I);
    }
    for (auto &[F, What] : Found) {
      if (F->isIntrinsic())
        replaceCalls(*F, What);
      else
        replaceUses(*F, What);
      if (F->use_empty())
        F->eraseFromParent();
    }
    redirectDirectCalls();
  }

private:
  FunctionCallee libraryFunction(const Row &R, bool IsDouble, bool Reproducible) {
    Type *Real = IsDouble ? Type::getDoubleTy(Context) : Type::getFloatTy(Context);
    std::string Symbol = symbolOf(R, IsDouble) + (Reproducible ? ReproducibleSuffix.str() : "");
    return M.getOrInsertFunction(Symbol, typeOf(R, Real));
  }

  /// Whether \p U is in a reproducible function, or in a constant that such a function uses.
  /// separateKernels() has made sure that all functions that use a constant with a function's address agree.
  static bool isReproducibleUse(const Use &U) {
    SmallVector<const User *, 8> Open = {U.getUser()};
    SmallPtrSet<const User *, 8> Seen;
    while (!Open.empty()) {
      const User *Next = Open.pop_back_val();
      if (auto *I = dyn_cast<Instruction>(Next))
        return isReproducible(*I->getFunction());
      if (Seen.insert(Next).second)
        append_range(Open, Next->users());
    }
    return false;
  }

  void replaceUses(Function &F, const Meaning &What) {
    const bool HasReproducible = any_of(F.uses(), isReproducibleUse);
    if (HasReproducible) {
      Function *Same = substitute(F, What, /*Reproducible=*/true);
      if (all_of(F.uses(), isReproducibleUse))
        F.replaceAllUsesWith(Same);
      else
        replaceReproducibleUses(F, *Same);
    }
    if (!F.use_empty())
      F.replaceAllUsesWith(substitute(F, What, /*Reproducible=*/false));
  }

  /// Of a function that others use too: separateKernels() leaves no address of it in constants.
  static void replaceReproducibleUses(Function &F, Function &Same) {
    F.replaceUsesWithIf(&Same,
                        [](const Use &U) { return isa<Instruction>(U.getUser()) && isReproducibleUse(U); });
  }

  /// Calls of library functions by kcc's own names, as in the headers.
  void redirectDirectCalls() {
    SmallVector<Function *, 8> Direct;
    for (Function &F : M)
      if (F.getName().starts_with(LibraryPrefix) && !F.getName().ends_with(ReproducibleSuffix) &&
          any_of(F.uses(), isReproducibleUse))
        Direct.push_back(&F);
    for (Function *F : Direct) {
      FunctionCallee Same =
          M.getOrInsertFunction((F->getName() + ReproducibleSuffix).str(), F->getFunctionType());
      replaceReproducibleUses(*F, *cast<Function>(Same.getCallee()));
      if (F->use_empty() && F->isDeclaration()) // or it would be linked
        F->eraseFromParent();
    }
  }

  /// A call of the row for numbers of type \p Real; narrower ones are widened. If the signature has pointers,
  /// \p Arguments has none: the values that they would return become part of the result, as in LLVM's
  /// corresponding intrinsics.
  Value *call(IRBuilderBase &Builder, const Row &R, Type *Real, ArrayRef<Value *> Arguments) {
    bool IsDouble = Real->isDoubleTy(), IsNarrow = Real->isHalfTy() || Real->isBFloatTy();
    FunctionCallee Callee =
        libraryFunction(R, IsDouble, isReproducible(*Builder.GetInsertBlock()->getParent()));
    auto Narrow = [&](Value *V) {
      return IsNarrow && V->getType()->isFloatTy() ? Builder.CreateFPTrunc(V, Real) : V;
    };
    SmallVector<Value *, 4> Operands;
    SmallVector<AllocaInst *, 2> Places;
    for (auto [Parameter, Kind] : zip(Callee.getFunctionType()->params(), R.Signature.drop_front())) {
      if (Kind == 'p' || Kind == 'q') {
        Function *Caller = Builder.GetInsertBlock()->getParent();
        IRBuilder<> AtEntry(&Caller->getEntryBlock(), Caller->getEntryBlock().begin());
        Type *Target = Kind == 'p' ? Builder.getInt32Ty() : IsDouble ? Real : Builder.getFloatTy();
        Places.push_back(AtEntry.CreateAlloca(Target));
        Operands.push_back(AtEntry.CreateAddrSpaceCast(Places.back(), AtEntry.getPtrTy()));
        continue;
      }
      Value *V = Arguments.front();
      Arguments = Arguments.drop_front();
      if (V->getType() != Parameter)
        V = Parameter->isIntegerTy() ? Builder.CreateSExtOrTrunc(V, Parameter)
                                     : Builder.CreateFPExt(V, Parameter);
      Operands.push_back(V);
    }
    Value *Result = Builder.CreateCall(Callee, Operands);
    if (Places.empty())
      return Narrow(Result);
    SmallVector<Value *, 2> Parts;
    if (R.Signature.front() != 'v')
      Parts.push_back(Narrow(Result));
    for (AllocaInst *Place : Places)
      Parts.push_back(Narrow(Builder.CreateLoad(Place->getAllocatedType(), Place)));
    SmallVector<Type *, 2> Types;
    for (Value *Part : Parts)
      Types.push_back(Part->getType());
    Value *Whole = PoisonValue::get(StructType::get(Context, Types));
    for (auto [I, Part] : enumerate(Parts))
      Whole = Builder.CreateInsertValue(Whole, Part, static_cast<unsigned>(I));
    return Whole;
  }

  /// Intrinsics that become others, because targets disagree about them or have long code for them.
  Value *callNative(IRBuilderBase &Builder, Intrinsic::ID Id, ArrayRef<Value *> Arguments, Type *Result) {
    Value *X = Arguments.front();
    switch (Id) {
    case Intrinsic::round:
      return roundHalfAway(Builder, X);
    case Intrinsic::lround:
      return toInteger(Builder, roundHalfAway(Builder, X), Result);
    case Intrinsic::lrint:
      return toInteger(Builder, Builder.CreateUnaryIntrinsic(Intrinsic::rint, X), Result);
    default:
      return Builder.CreateIntrinsic(Id, {X->getType()}, Arguments);
    }
  }

  /// round(X) = trunc(X + h), where h is the number below 1/2 with the sign of X. The sum of h and a number
  /// below 1/2 stays below 1. From 1/2 on, the last place of the sum is so large that rounding the sum makes
  /// up for the difference between h and 1/2.
  static Value *roundHalfAway(IRBuilderBase &Builder, Value *X) {
    IRBuilderBase::FastMathFlagGuard Guard(Builder);
    Builder.clearFastMathFlags(); // the sum must not be reordered or fused
    APFloat BelowHalf(X->getType()->getScalarType()->getFltSemantics(), "0.5");
    BelowHalf.next(/*nextDown=*/true);
    Value *Half = Builder.CreateCopySign(ConstantFP::get(X->getType(), BelowHalf), X);
    return Builder.CreateUnaryIntrinsic(Intrinsic::trunc, Builder.CreateFAdd(X, Half));
  }

  /// The integer \p Whole as a \p Type. C leaves open what lround() and lrint() return for other numbers:
  /// here the nearest one, and the smallest one for NaN, which is what GPUs convert to.
  static Value *toInteger(IRBuilderBase &Builder, Value *Whole, Type *Type) {
    Value *Integer = Builder.CreateIntrinsic(Intrinsic::fptosi_sat, {Type, Whole->getType()}, {Whole});
    Constant *Smallest = ConstantInt::get(Type, APInt::getSignedMinValue(Type->getScalarSizeInBits()));
    IRBuilderBase::FastMathFlagGuard Guard(Builder);
    Builder.clearFastMathFlags();
    return Builder.CreateSelect(Builder.CreateFCmpUNO(Whole, Whole), Smallest, Integer);
  }

  void replaceCalls(Function &Intrinsic, const Meaning &What) {
    for (User *U : make_early_inc_range(Intrinsic.users())) {
      auto *Call = cast<CallInst>(U);
      IRBuilder<> Builder(Call);
      Builder.setFastMathFlags(isa<FPMathOperator>(Call) ? Call->getFastMathFlags() : FastMathFlags());
      SmallVector<Value *, 3> Arguments(Call->args());
      Value *Result;
      if (What.Native) {
        Result = callNative(Builder, What.Native, Arguments, Call->getType());
      } else {
        // Fast-math flags belong to the call; the body must not inherit them.
        Builder.clearFastMathFlags();
        Result = scalarize(Builder, Arguments, [&](ArrayRef<Value *> Scalars) {
          return call(Builder, *What.Function, Scalars.front()->getType(), Scalars);
        });
      }
      Call->replaceAllUsesWith(Result);
      Call->eraseFromParent();
    }
  }

  /// LLVM turns a remainder into `x - trunc(x / y) * y` for GPUs, which is far off for large x / y, and into
  /// a call of the host's fmod() for the CPU.
  void replaceRemainder(Instruction &I) {
    Type *Real = I.getType()->getScalarType();
    if (!Real->isFloatTy() && !Real->isDoubleTy() && !Real->isHalfTy() && !Real->isBFloatTy())
      return;
    static const Row *const Remainder = rowOf("fmod");
    IRBuilder<> Builder(&I);
    Builder.clearFastMathFlags();
    Value *Operands[] = {I.getOperand(0), I.getOperand(1)};
    I.replaceAllUsesWith(scalarize(Builder, Operands, [&](ArrayRef<Value *> Scalars) {
      return call(Builder, *Remainder, Scalars.front()->getType(), Scalars);
    }));
    I.eraseFromParent();
  }

  /// The function that replaces \p F of the C library.
  Function *substitute(Function &F, const Meaning &What, bool Reproducible) {
    if (What.Function && What.Function->What != Row::Complex)
      return cast<Function>(libraryFunction(*What.Function, What.IsDouble, Reproducible).getCallee());
    Function *Body =
        Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage, "kcc." + F.getName(), M);
    Body->copyAttributesFrom(&F);
    Body->setVisibility(GlobalValue::DefaultVisibility);
    Body->setDSOLocal(true);
    Body->removeFnAttr(Attribute::NoBuiltin);
    Body->addFnAttr(Attribute::AlwaysInline);
    Body->setMemoryEffects(MemoryEffects::unknown());
    if (Reproducible)
      keepReproducible(Body);
    IRBuilder<> Builder(BasicBlock::Create(Context, "", Body));
    if (What.Native) {
      SmallVector<Value *, 3> Arguments;
      for (Argument &A : Body->args())
        Arguments.push_back(&A);
      Builder.CreateRet(callNative(Builder, What.Native, Arguments, F.getReturnType()));
    } else {
      fillComplex(*Body, *What.Function, What.IsDouble, Builder);
    }
    return Body;
  }

  /// Converts between the target's ABI for complex numbers, as Clang uses it, and the library's.
  void fillComplex(Function &Body, const Row &R, bool IsDouble, IRBuilderBase &Builder) {
    Type *Real = IsDouble ? Builder.getDoubleTy() : Builder.getFloatTy();
    SmallVector<Value *, 5> Arguments;
    for (Argument &A : Body.args()) {
      if (A.getType()->isPointerTy()) { // passed by value in memory
        for (unsigned I : {0u, 1u})
          Arguments.push_back(Builder.CreateLoad(Real, Builder.CreateConstInBoundsGEP1_32(Real, &A, I)));
      } else if (A.getType()->isVectorTy()) {
        for (unsigned I : {0u, 1u})
          Arguments.push_back(Builder.CreateExtractElement(&A, I));
      } else {
        Arguments.push_back(&A);
      }
    }
    FunctionCallee Callee = libraryFunction(R, IsDouble, isReproducible(Body));
    AllocaInst *Result = nullptr;
    if (R.Signature.ends_with("q")) {
      Result = Builder.CreateAlloca(ArrayType::get(Real, 2));
      Arguments.push_back(Builder.CreateAddrSpaceCast(Result, Builder.getPtrTy()));
    }
    if (Arguments.size() != Callee.getFunctionType()->getNumParams())
      report_fatal_error(Twine(Body.getName()) +
                         ": complex numbers are passed in a way that kcc does not know");
    Value *Returned = Builder.CreateCall(Callee, Arguments);
    if (Result) {
      Returned = PoisonValue::get(Body.getReturnType());
      for (unsigned I : {0u, 1u}) {
        Value *Part = Builder.CreateLoad(Real, Builder.CreateConstInBoundsGEP1_32(Real, Result, I));
        Returned = Returned->getType()->isVectorTy() ? Builder.CreateInsertElement(Returned, Part, I)
                                                     : Builder.CreateInsertValue(Returned, Part, I);
      }
    }
    Builder.CreateRet(Returned);
  }

  Module &M;
  LLVMContext &Context;
};

} // namespace

bool isMathFunction(const Function &F) {
  return static_cast<bool>(meaningOf(F));
}

StringRef mathOperation(const Function &F) {
  const Meaning What = F.isDeclaration() ? meaningOf(F) : Meaning();
  return What.Function ? What.Function->Operation : StringRef();
}

void nameMathFunctions(Module &M) {
  if (M.debug_compile_units().empty())
    return;
  DIBuilder Info(M, /*AllowUnresolved=*/false, *M.debug_compile_units_begin());
  DIFile *File = Info.createFile(MathFunctionFile, "");
  DISubroutineType *Type = Info.createSubroutineType(Info.getOrCreateTypeArray({}));
  for (Function &F : M) {
    StringRef Name = F.getName();
    if (F.isDeclaration() || F.getSubprogram() || !Name.consume_front(LibraryPrefix))
      continue;
    Name.consume_back(ReproducibleSuffix);
    const std::string Known =
        Name.consume_back("_f32") ? (Name + "f").str() : (Name.consume_back("_f64"), Name.str());
    F.setSubprogram(Info.createFunction(
        File, Known, "", File, 0, Type, 0, DINode::FlagArtificial,
        DISubprogram::toSPFlags(/*IsLocalToUnit=*/true, /*IsDefinition=*/true, /*IsOptimized=*/false)));
    for (Instruction &I : instructions(F))
      I.setDebugLoc(DILocation::get(M.getContext(), 0, 0, F.getSubprogram()));
  }
  Info.finalize();
}

void keepReproducible(ArrayRef<Function *> Functions) {
  for (Function *F : Functions)
    F->addFnAttr(ReproducibleAttribute);
}

void linkMathFunctions(Module &M, StringRef Own) {
  Lowering(M).replace();
  auto Lacks = [&](bool Same) {
    return any_of(M, [&](const Function &F) {
      return F.isDeclaration() && F.getName().starts_with(LibraryPrefix) &&
             F.getName().ends_with(ReproducibleSuffix) == Same;
    });
  };
  if (Lacks(true)) {
    auto Rename = [](Function &F) {
      if (F.getName().starts_with(LibraryPrefix))
        F.setName(F.getName() + ReproducibleSuffix);
    };
    linkNeeded(M, kcc_math_library(), Rename, [](Function &F) { keepReproducible(&F); });
  }
  for (StringRef Library : {Own, kcc_math_library()})
    if (!Library.empty() && Lacks(false))
      linkNeeded(M, Library);
}

} // namespace kcc::compiler
