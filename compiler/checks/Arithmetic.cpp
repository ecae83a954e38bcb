#include "checks/Arithmetic.h"
#include "checks/KnownObjects.h"
#include "kcc/abi/cpu_checks.h"
#include "lowering/MathFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace kcc::compiler {
namespace {

constexpr StringRef SanitizerPrefix = "__ubsan_handle_";
constexpr StringRef IntegerCheck = "kcc_check_integers", ConversionCheck = "kcc_check_conversion",
                    NanCheck = "kcc_check_nan";

/// The operation that a function of the sanitizers reports; none if another check than kcc's does.
std::optional<abi::Arithmetic> operationOf(StringRef Handler) {
  if (!Handler.consume_front(SanitizerPrefix))
    return std::nullopt;
  return StringSwitch<std::optional<abi::Arithmetic>>(Handler)
      .Case("add_overflow", abi::Arithmetic::addition)
      .Case("sub_overflow", abi::Arithmetic::subtraction)
      .Case("mul_overflow", abi::Arithmetic::multiplication)
      .Case("negate_overflow", abi::Arithmetic::negation)
      .Case("divrem_overflow", abi::Arithmetic::division)
      .Case("shift_out_of_bounds", abi::Arithmetic::shift)
      .Case("float_cast_overflow", abi::Arithmetic::conversion)
      .Default(std::nullopt);
}

/// Clang's description of a type: { i16 kind, i16 what, [n x i8] name }.
struct TypeDescription {
  explicit TypeDescription(const Constant *Variable) {
    auto *Row = cast<ConstantStruct>(cast<GlobalVariable>(Variable)->getInitializer());
    const std::uint64_t What = cast<ConstantInt>(Row->getOperand(1))->getZExtValue();
    IsFloat = cast<ConstantInt>(Row->getOperand(0))->getZExtValue() == 1;
    IsSigned = !IsFloat && (What & 1) != 0;
    Bits = static_cast<unsigned>(IsFloat ? What : std::uint64_t{1} << (What >> 1));
    StringRef Text = cast<ConstantDataArray>(Row->getOperand(2))->getRawDataValues();
    Name = Text.take_until([](char C) { return C == '\0'; }).str();
  }
  bool IsFloat, IsSigned;
  unsigned Bits;
  std::string Name;
};

class ArithmeticChecks {
public:
  explicit ArithmeticChecks(Module &M)
      : M(M), Builder(M.getContext()), Pointer(Builder.getPtrTy()), Wide(Builder.getIntNTy(128)),
        Double(Builder.getDoubleTy()),
        SiteType(StructType::get(Pointer, Pointer, Pointer, Builder.getInt32Ty(), Builder.getInt8Ty(),
                                 Builder.getInt8Ty(), Builder.getInt8Ty())) {}

  void replace(CallInst &Call, abi::Arithmetic Operation, bool Drops);
  void checkResult(Instruction &I, abi::Arithmetic Operation, StringRef Function);

private:
  FunctionCallee check(StringRef Name, ArrayRef<Type *> Operands) {
    SmallVector<Type *, 5> Types = {Builder.getInt1Ty()};
    append_range(Types, Operands);
    Types.push_back(Pointer);
    FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Builder.getVoidTy(), Types, false));
    auto *F = cast<Function>(Callee.getCallee());
    F->setDoesNotThrow();
    F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly()); // it may end the thread
    F->addParamAttr(0, Attribute::ZExt);
    return Callee;
  }
  void call(FunctionCallee Callee, ArrayRef<Value *> Arguments) {
    Builder.CreateCall(Callee, Arguments)->addFnAttr(Attribute::NoMerge); // each has its own place
  }
  GlobalVariable *site(StringRef Type, Constant *Other, unsigned Bits, abi::Arithmetic Operation,
                       std::size_t Operands, bool IsUnsigned) {
    Constant *Null = ConstantPointerNull::get(Pointer);
    Constant *Row = ConstantStruct::get(
        SiteType, {Null, textIn(M, Type), Other ? Other : Null, Builder.getInt32(Bits),
                   Builder.getInt8(static_cast<std::uint8_t>(Operation)),
                   Builder.getInt8(static_cast<std::uint8_t>(Operands)), Builder.getInt8(IsUnsigned)});
    return new GlobalVariable(M, SiteType, true, GlobalValue::PrivateLinkage, Row, "kcc.check.site");
  }
  Value *integer(Value *Passed, const TypeDescription &Type);
  Value *number(Value *Passed, const TypeDescription &Type);
  Value *asDouble(Value *Number) { return Builder.CreateFPCast(Number, Double); }

  Module &M;
  IRBuilder<> Builder;
  PointerType *Pointer;
  Type *Wide, *Double;
  StructType *SiteType;
};

/// An operand that Clang passes as 64 bits, or by the address of a variable.
Value *ArithmeticChecks::integer(Value *Passed, const TypeDescription &Type) {
  if (auto *Address = dyn_cast<PtrToIntInst>(Passed))
    if (auto *Variable = dyn_cast<AllocaInst>(Address->getPointerOperand()))
      Passed = Builder.CreateLoad(Variable->getAllocatedType(), Variable);
  if (auto *Extended = dyn_cast<ZExtInst>(Passed))
    Passed = Extended->getOperand(0);
  if (isa<ConstantInt>(Passed) && Type.Bits < 64)
    Passed = Builder.CreateTrunc(Passed, Builder.getIntNTy(Type.Bits));
  return Builder.CreateIntCast(Passed, Wide, Type.IsSigned);
}

/// A floating-point operand, whose bits Clang passes.
Value *ArithmeticChecks::number(Value *Passed, const TypeDescription &Type) {
  if (auto *Extended = dyn_cast<ZExtInst>(Passed))
    Passed = Extended->getOperand(0);
  if (auto *Bits = dyn_cast<BitCastInst>(Passed))
    return asDouble(Bits->getOperand(0));
  llvm::Type *Real = Type.Bits == 64                           ? Double
                     : Type.Bits == 32                         ? Builder.getFloatTy()
                     : StringRef(Type.Name).contains("__bf16") ? Builder.getBFloatTy()
                                                               : Builder.getHalfTy();
  Value *Bits = Builder.CreateIntCast(Passed, Builder.getIntNTy(Type.Bits), false);
  return asDouble(Builder.CreateBitCast(Bits, Real));
}

/// Clang branches to such a call if something is wrong, and back. Moves the call before the branch, and the
/// branch away. Returns the condition.
Value *straighten(CallInst &Call) {
  BasicBlock *Reporting = Call.getParent(), *Before = Reporting->getSinglePredecessor(),
             *After = Reporting->getSingleSuccessor();
  auto *Branch = Before && After ? dyn_cast<BranchInst>(Before->getTerminator()) : nullptr;
  if (!Branch || !Branch->isConditional())
    return ConstantInt::getTrue(Call.getContext());
  Value *Wrong = Branch->getCondition();
  if (Value *Negated = nullptr; Branch->getSuccessor(1) == Reporting)
    Wrong = match(Wrong, m_Not(m_Value(Negated))) ? Negated : IRBuilder(Branch).CreateNot(Wrong);
  for (Instruction &I : make_early_inc_range(*Reporting))
    if (!I.isTerminator())
      I.moveBefore(Branch->getIterator());
  auto *Condition = dyn_cast<Instruction>(Branch->getCondition());
  BranchInst::Create(After, Branch->getIterator())->setDebugLoc(Branch->getDebugLoc());
  Branch->eraseFromParent();
  After->removePredecessor(Reporting);
  Reporting->eraseFromParent();
  MergeBlockIntoPredecessor(After);
  if (Condition && Condition != Wrong && Condition->use_empty())
    Condition->eraseFromParent();
  return Wrong;
}

/// Replaces a call of a sanitizer by one of a check, or by nothing.
void ArithmeticChecks::replace(CallInst &Call, abi::Arithmetic Operation, bool Drops) {
  Value *Wrong = straighten(Call);
  if (Drops)
    Wrong = ConstantInt::getFalse(Call.getContext());
  Builder.SetInsertPoint(&Call);
  Builder.SetCurrentDebugLocation(Call.getDebugLoc());
  auto *Data = cast<ConstantStruct>(cast<GlobalVariable>(Call.getArgOperand(0))->getInitializer());
  const TypeDescription Type(Data->getOperand(1));
  if (Operation == abi::Arithmetic::conversion) {
    const TypeDescription To(Data->getOperand(2));
    call(check(ConversionCheck, {Double}),
         {Wrong, number(Call.getArgOperand(1), Type),
          site(Type.Name, textIn(M, To.Name), Type.Bits, Operation, 1, false)});
  } else {
    const TypeDescription Second(Data->getOperand(Operation == abi::Arithmetic::shift ? 2 : 1));
    const bool IsUnary = Call.arg_size() == 2;
    Value *First = integer(Call.getArgOperand(1), Type);
    call(check(IntegerCheck, {Wide, Wide}),
         {Wrong, First, IsUnary ? First : integer(Call.getArgOperand(2), Second),
          site(Type.Name, nullptr, Type.Bits, Operation, IsUnary ? 1 : 2, !Type.IsSigned)});
  }
  SmallVector<WeakTrackingVH, 4> Operands(Call.args());
  Call.eraseFromParent();
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Operands);
}

StringRef nameOf(const Type *Number) {
  return Number->isFloatTy()    ? "'float'"
         : Number->isDoubleTy() ? "'double'"
         : Number->isBFloatTy() ? "'__bf16'"
                                : "'_Float16'";
}

/// Checks \p I, whose result has the type of its operands, which may be a vector.
void ArithmeticChecks::checkResult(Instruction &I, abi::Arithmetic Operation, StringRef Name) {
  SmallVector<Value *, 3> Operands;
  for (Value *Operand : isa<CallInst>(I) ? cast<CallInst>(I).args() : I.operands())
    if (Operand->getType() == I.getType())
      Operands.push_back(Operand);
  if (Operands.empty())
    return;
  Builder.SetInsertPoint(I.getNextNode());
  Builder.SetCurrentDebugLocation(I.getDebugLoc());
  auto *Vector = dyn_cast<FixedVectorType>(I.getType());
  Type *Element = I.getType()->getScalarType();
  constexpr std::size_t Most = 3; // are shown
  GlobalVariable *Site = site(nameOf(Element), Name.empty() ? nullptr : textIn(M, Name),
                              Element->getPrimitiveSizeInBits(), Operation, std::min(Operands.size(), Most),
                              /*IsUnsigned=*/false);
  for (unsigned Lane = 0; Lane != (Vector ? Vector->getNumElements() : 1); ++Lane) {
    auto Scalar = [&](Value *V) { return Vector ? Builder.CreateExtractElement(V, Lane) : V; };
    Value *Result = Scalar(&I);
    Value *Wrong = Builder.CreateFCmpUNO(Result, Result);
    SmallVector<Value *, 5> Arguments = {nullptr};
    for (Value *Operand : Operands) {
      Value *Number = Scalar(Operand);
      Wrong = Builder.CreateAnd(Wrong, Builder.CreateFCmpORD(Number, Number));
      if (Arguments.size() <= Most)
        Arguments.push_back(asDouble(Number));
    }
    Arguments.resize(Most + 1, ConstantFP::get(Double, 0));
    Arguments.front() = Wrong;
    Arguments.push_back(Site);
    call(check(NanCheck, {Double, Double, Double}), Arguments);
  }
}

/// The multiplications and sums of products of complex numbers in \p F. They may be NaN where the product is
/// not: Clang then calls a function that is exact.
SmallPtrSet<const Instruction *, 8> partsOfComplexProducts(const Function &F) {
  SmallPtrSet<const Instruction *, 8> Parts;
  for (const Instruction &I : instructions(F)) {
    auto *Exact = dyn_cast<CallInst>(&I);
    if (!Exact || !Exact->getCalledFunction() ||
        !is_contained({"__mulsc3", "__muldc3"}, Exact->getCalledFunction()->getName()))
      continue;
    auto IsFactor = [&](const Value *V) { return is_contained(Exact->args(), V); };
    auto IsProduct = [&](const Value *V) {
      return isa<Instruction>(V) && Parts.contains(cast<Instruction>(V));
    };
    for (const Instruction &Part : instructions(F))
      if (Part.getDebugLoc() == I.getDebugLoc() &&
          ((Part.getOpcode() == Instruction::FMul && all_of(Part.operands(), IsFactor)) ||
           (isa<BinaryOperator>(Part) && all_of(Part.operands(), IsProduct))))
        Parts.insert(&Part);
  }
  return Parts;
}

/// The name of a function that may make NaN of other numbers; empty if \p F is none.
StringRef numericFunction(const Function &F) {
  switch (F.getIntrinsicID()) {
  case Intrinsic::sqrt:
    return "sqrt";
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return "fma";
  default:
    break;
  }
  if (StringRef Operation = mathOperation(F); !Operation.empty())
    return Operation;
  return F.isDeclaration() && isMathFunction(F) && is_contained({"sqrt", "sqrtf", "fma", "fmaf"}, F.getName())
             ? F.getName()
             : "";
}

/// Whether it is a function of kcc that combines values of threads, or a part of one.
bool combines(StringRef Symbol) {
  if (!Symbol.consume_front("_ZN"))
    Symbol.consume_front("_ZZN");
  Symbol.consume_front("K");
  if (!Symbol.consume_front("3kcc"))
    return false;
  StringRef Scope = Symbol.drop_while(isDigit); // behind the length of its name
  return any_of(ArrayRef<StringRef>{"warp", "detail", "kernels", "atomic_ref", "Block"},
                [&](StringRef Name) { return Scope.starts_with(Name); });
}

/// The functions for which combines() is true, and those that only they call.
SmallPtrSet<const Function *, 16> combinations(const Module &M) {
  SmallPtrSet<const Function *, 16> Found;
  auto IsInside = [&](const User *U) {
    auto *Call = dyn_cast<CallBase>(U);
    return Call && Found.contains(Call->getFunction());
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const Function &F : M)
      if (!F.isDeclaration() && !Found.contains(&F) &&
          (combines(F.getName()) || (!F.use_empty() && all_of(F.users(), IsInside))))
        Changed = Found.insert(&F).second;
  }
  return Found;
}

/// Whether an instruction at \p At is of a function for which combines() is true, or was inlined into one.
bool isInCombination(const DILocation *At) {
  for (; At; At = At->getInlinedAt())
    if (combines(At->getScope()->getSubprogram()->getLinkageName()))
      return true;
  return false;
}

bool isArithmeticCheck(const Instruction &I) {
  auto *Call = dyn_cast<CallInst>(&I);
  return Call && Call->getCalledFunction() &&
         is_contained({IntegerCheck, ConversionCheck, NanCheck},
                      Call->getCalledFunction()->getName().ltrim("_"));
}

} // namespace

void replaceSanitizerCalls(Module &M) {
  ArithmeticChecks Checks(M);
  SmallVector<std::pair<CallInst *, abi::Arithmetic>, 32> Calls;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
        if (auto Operation = operationOf(Call->getCalledFunction()->getName()))
          Calls.push_back({Call, *Operation});
  const SmallPtrSet<const Function *, 16> Combinations = combinations(M);
  for (auto [Call, Operation] : Calls)
    Checks.replace(*Call, Operation, /*Drops=*/Combinations.contains(Call->getFunction()));
  for (Function &F : make_early_inc_range(M))
    if (operationOf(F.getName()) && F.use_empty())
      F.eraseFromParent();
  // First what the calls were passed, then what that refers to.
  for (int Round = 0; Round < 2; ++Round)
    for (GlobalVariable &V : make_early_inc_range(M.globals())) {
      V.removeDeadConstantUsers();
      if (V.hasPrivateLinkage() && V.use_empty())
        V.eraseFromParent();
    }
}

void insertNanChecks(Module &M, ArrayRef<Function *> Functions) {
  ArithmeticChecks Checks(M);
  const SmallPtrSet<const Function *, 16> Combinations = combinations(M);
  for (Function *F : Functions) {
    if (Combinations.contains(F))
      continue;
    const SmallPtrSet<const Instruction *, 8> Parts = partsOfComplexProducts(*F);
    SmallVector<Instruction *, 32> Operations;
    for (Instruction &I : instructions(*F))
      if (isa<FPMathOperator>(I)) {
        I.setHasNoNaNs(false); // or the optimizer would rely on what is checked
        I.setHasNoInfs(false);
        if (I.getType()->isFPOrFPVectorTy() && !Parts.contains(&I))
          Operations.push_back(&I);
      }
    for (Instruction *I : Operations) {
      switch (I->getOpcode()) {
      case Instruction::FAdd:
        Checks.checkResult(*I, abi::Arithmetic::addition, "");
        break;
      case Instruction::FSub:
        Checks.checkResult(*I, abi::Arithmetic::subtraction, "");
        break;
      case Instruction::FMul:
        Checks.checkResult(*I, abi::Arithmetic::multiplication, "");
        break;
      case Instruction::FDiv:
        Checks.checkResult(*I, abi::Arithmetic::division, "");
        break;
      case Instruction::FRem:
        Checks.checkResult(*I, abi::Arithmetic::function, "fmod");
        break;
      case Instruction::Call:
        if (Function *Callee = cast<CallInst>(I)->getCalledFunction())
          if (StringRef Name = numericFunction(*Callee); !Name.empty())
            Checks.checkResult(*I, abi::Arithmetic::function, Name);
        break;
      default:
        break;
      }
    }
  }
}

void dropChecksInCombinations(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F)))
      if (isArithmeticCheck(I) && isInCombination(I.getDebugLoc()))
        I.eraseFromParent();
}

void branchAroundArithmeticChecks(Module &M) {
  MDNode *Rarely = MDBuilder(M.getContext()).createUnlikelyBranchWeights();
  for (Function &F : M) {
    SmallVector<CallInst *, 32> Calls;
    for (Instruction &I : instructions(F))
      if (isArithmeticCheck(I))
        Calls.push_back(cast<CallInst>(&I));
    for (CallInst *Call : Calls) {
      Value *Wrong = Call->getArgOperand(0);
      if (match(Wrong, m_Zero())) {
        Call->eraseFromParent();
        continue;
      }
      Instruction *End = SplitBlockAndInsertIfThen(Wrong, Call->getIterator(), /*Unreachable=*/false, Rarely);
      Call->moveBefore(End->getIterator());
      Call->setArgOperand(0, ConstantInt::getTrue(M.getContext()));
      for (Value *Operand : Call->args()) // which nothing else needs
        if (auto *Cast = dyn_cast<CastInst>(Operand); Cast && Cast->hasOneUse())
          Cast->moveBefore(Call->getIterator());
    }
  }
}

} // namespace kcc::compiler
