// Functions, blocks, values. Arithmetic.cpp, Memory.cpp, Atomics.cpp and Calls.cpp have the instructions.
#include "targets/spirv/FunctionWriter.h"
#include "kcc/abi/spirv_notes.h"
#include "targets/CodeProblem.h"
#include "targets/nvptx/AddressSpaces.h"
#include "targets/spirv/Parameters.h"
#include "targets/spirv/Pointers.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kcc::compiler {

FunctionWriter::FunctionWriter(SpirvModule &Out, const ModuleInterface &Interface, Function &F)
    : Out(Out), Interface(Interface), F(F), Dominators(F), PostDominators(F), Loops(Dominators) {}

SpirvId FunctionWriter::op(spv::Op Opcode, SpirvId Type, ArrayRef<std::uint32_t> Operands) {
  SpirvOperands All = {Type, Out.newId()};
  All.insert(All.end(), Operands.begin(), Operands.end());
  SpirvModule::write(*Words, Opcode, All);
  return All[1];
}

void FunctionWriter::opNoResult(spv::Op Opcode, ArrayRef<std::uint32_t> Operands) {
  SpirvModule::write(*Words, Opcode, Operands);
}

SpirvId FunctionWriter::extended(ExtendedInstruction Instruction, SpirvId Type,
                                 ArrayRef<std::uint32_t> Operands) {
  SpirvOperands All = {Out.extendedInstructions(), isForOpencl() ? Instruction.Opencl : Instruction.Glsl};
  All.insert(All.end(), Operands.begin(), Operands.end());
  return op(spv::OpExtInst, Type, All);
}

void FunctionWriter::fail(const Instruction &I, const Twine &Why) {
  if (!Problem.empty())
    return;
  Problem = Why.str();
  Place = &I;
}

SmallVector<Scalar, 4> FunctionWriter::scalarsOf(Type *T) const {
  if (auto *I = dyn_cast<IntegerType>(T)) {
    if (I->getBitWidth() == 1)
      return {{Scalar::Bool, 1}};
    if (I->getBitWidth() <= 64)
      return {{Scalar::Int, registerBits(divideCeil(I->getBitWidth(), 8u)),
               std::max(8u, static_cast<unsigned>(PowerOf2Ceil(I->getBitWidth())))}};
    return SmallVector<Scalar, 4>(divideCeil(I->getBitWidth(), 64), {Scalar::Int, 64});
  }
  if (T->isBFloatTy())
    return {{Scalar::Int, 16}};
  if (T->isFloatingPointTy())
    return {{Scalar::Float, static_cast<unsigned>(T->getPrimitiveSizeInBits().getFixedValue())}};
  if (auto *P = dyn_cast<PointerType>(T))
    return {
        {Scalar::Int, P->getAddressSpace() == SharedSpace || P->getAddressSpace() == LocalSpace ? 32u : 64u}};
  SmallVector<Scalar, 4> All;
  if (auto *V = dyn_cast<FixedVectorType>(T))
    for (unsigned I = 0; I != V->getNumElements(); ++I)
      append_range(All, scalarsOf(V->getElementType()));
  else if (auto *A = dyn_cast<ArrayType>(T))
    for (std::uint64_t I = 0; I != A->getNumElements(); ++I)
      append_range(All, scalarsOf(A->getElementType()));
  else if (auto *S = dyn_cast<StructType>(T))
    for (Type *E : S->elements())
      append_range(All, scalarsOf(E));
  return All;
}

void FunctionWriter::placesOf(Type *T, std::uint64_t Offset, SmallVectorImpl<ScalarPlace> &Places) const {
  const DataLayout &DL = layout();
  if (auto *V = dyn_cast<FixedVectorType>(T)) {
    // The elements of a vector are dense.
    const std::uint64_t Bits = DL.getTypeSizeInBits(V->getElementType());
    for (unsigned I = 0; I != V->getNumElements(); ++I)
      placesOf(V->getElementType(), Offset + I * Bits / 8, Places);
  } else if (auto *A = dyn_cast<ArrayType>(T)) {
    for (std::uint64_t I = 0; I != A->getNumElements(); ++I)
      placesOf(A->getElementType(), Offset + I * DL.getTypeAllocSize(A->getElementType()), Places);
  } else if (auto *S = dyn_cast<StructType>(T)) {
    for (unsigned I = 0; I != S->getNumElements(); ++I)
      placesOf(S->getElementType(I), Offset + DL.getStructLayout(S)->getElementOffset(I), Places);
  } else {
    for (Scalar One : scalarsOf(T)) {
      Places.push_back({One, Offset});
      Offset += One.bytes();
    }
  }
}

SpirvId FunctionWriter::typeId(Scalar S) {
  switch (S.Is) {
  case Scalar::Bool:
    return Out.boolType();
  case Scalar::Int:
    return Out.intType(S.Bits);
  case Scalar::Float:
    return Out.floatType(S.Bits);
  }
  return 0;
}

SpirvId FunctionWriter::zero(Scalar S) {
  switch (S.Is) {
  case Scalar::Bool:
    return Out.boolean(false);
  case Scalar::Int:
    return Out.integer(S.Bits, 0);
  case Scalar::Float:
    return Out.floating(S.Bits, 0);
  }
  return 0;
}

FunctionWriter::Ids FunctionWriter::constantValue(const Constant *C) {
  Ids Result;
  if (auto *V = dyn_cast<GlobalVariable>(C)) {
    if (V->getAddressSpace() == SharedSpace)
      return {Out.word(static_cast<std::uint32_t>(FirstAddress + Interface.SharedOffsets.lookup(V)))};
    std::vector<std::uint32_t> *Former = std::exchange(Words, &Prologue);
    if (VariablesBase == 0)
      VariablesBase = hostArgument(HostArgument::Variables);
    const std::uint64_t Offset = Interface.Variables.Offsets.lookup(V);
    Result.push_back(Offset == 0 ? VariablesBase
                                 : binary(spv::OpIAdd, 64, VariablesBase, integer(64, Offset)));
    Words = Former;
    return Result;
  }
  if (auto *I = dyn_cast<ConstantInt>(C)) {
    if (I->getBitWidth() == 1)
      return {Out.boolean(I->isOne())};
    if (I->getBitWidth() <= 64)
      return {integer(registerBits(divideCeil(I->getBitWidth(), 8u)), I->getZExtValue())};
    for (unsigned At = 0; At < I->getBitWidth(); At += 64)
      Result.push_back(
          integer(64, I->getValue().extractBitsAsZExtValue(std::min(64u, I->getBitWidth() - At), At)));
    return Result;
  }
  if (auto *Number = dyn_cast<ConstantFP>(C)) {
    const std::uint64_t Pattern = Number->getValueAPF().bitcastToAPInt().getZExtValue();
    const Scalar S = scalarsOf(C->getType()).front();
    return {S.Is == Scalar::Int ? integer(S.Bits, Pattern) : Out.floating(S.Bits, Pattern)};
  }
  if (isa<ConstantAggregateZero, ConstantPointerNull, UndefValue>(C)) {
    for (Scalar S : scalarsOf(C->getType()))
      Result.push_back(zero(S));
    return Result;
  }
  if (auto *Data = dyn_cast<ConstantDataSequential>(C)) {
    for (unsigned I = 0; I != Data->getNumElements(); ++I)
      append_range(Result, constantValue(Data->getElementAsConstant(I)));
    return Result;
  }
  if (isa<ConstantAggregate>(C)) {
    for (const Use &U : C->operands())
      append_range(Result, Ids(value(U.get())));
    return Result;
  }
  if (auto *Expression = dyn_cast<ConstantExpr>(C)) {
    std::vector<std::uint32_t> *Former = std::exchange(Words, &Prologue);
    Instruction *I = Expression->getAsInstruction();
    writeInstruction(*I);
    if (Place == I)
      Place = &F.getEntryBlock().front();
    Result = value(I);
    Values_.erase(I);
    I->deleteValue();
    Words = Former;
    return Result;
  }
  std::string Text;
  raw_string_ostream(Text) << *C;
  fail(F.getEntryBlock().front(), "the constant '" + Text + "'");
  for (Scalar S : scalarsOf(C->getType()))
    Result.push_back(zero(S));
  return Result;
}

const FunctionWriter::Ids &FunctionWriter::value(const Value *V) {
  if (auto Found = Values_.find(V); Found != Values_.end())
    return Found->second;
  Ids Made;
  if (auto *C = dyn_cast<Constant>(V))
    Made = constantValue(C);
  else
    for (Scalar S : scalarsOf(V->getType())) // an instruction that failed
      Made.push_back(zero(S));
  return Values_[V] = std::move(Made);
}

void FunctionWriter::writePhi(PHINode &I) {
  Ids Results;
  bool IsFirst = true;
  for (Scalar S : scalarsOf(I.getType())) {
    SpirvOperands Operands;
    for (BasicBlock *From : I.blocks()) {
      Operands.push_back(0);
      Operands.push_back(Labels[From]);
    }
    if (std::exchange(IsFirst, false))
      Phis.push_back({&I, Body.size() + 3});
    Results.push_back(op(spv::OpPhi, typeId(S), Operands));
  }
  set(I, Results);
}

void FunctionWriter::writeTerminator(Instruction &I) {
  BasicBlock *Block = I.getParent();
  Loop *L = Loops.getLoopFor(Block);
  const bool IsHeader = L && L->getHeader() == Block;
  if (IsHeader)
    opNoResult(spv::OpLoopMerge, {Labels[L->getUniqueExitBlock()], Labels[L->getLoopLatch()], 0});
  if (auto *Return = dyn_cast<ReturnInst>(&I)) {
    const Ids Results = Return->getReturnValue() ? value(Return->getReturnValue()) : Ids();
    if (Results.empty())
      return opNoResult(spv::OpReturn, {});
    return opNoResult(
        spv::OpReturnValue,
        {Results.size() == 1 ? Results[0] : op(spv::OpCompositeConstruct, returnType(F), Results)});
  }
  auto *Branch = dyn_cast<BranchInst>(&I);
  if (!Branch)
    return fail(I, Twine("the instruction '") + I.getOpcodeName() + "'");
  if (Branch->isUnconditional())
    return opNoResult(spv::OpBranch, {Labels[Branch->getSuccessor(0)]});
  const bool JumpsBack = L && L->getLoopLatch() == Block;
  const SpirvId Condition = scalar(Branch->getCondition());
  if (!IsHeader && !JumpsBack) {
    const DomTreeNode *Node = PostDominators.getNode(Block);
    BasicBlock *Merge = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    if (!Merge)
      return fail(I, "a branch whose ways do not meet");
    if (L && !L->contains(Merge)) // the branch leaves the loop or goes on in it
      Merge = *find_if(successors(Block), [&](BasicBlock *S) { return L->contains(S); });
    opNoResult(spv::OpSelectionMerge, {Labels[Merge], 0});
  }
  opNoResult(spv::OpBranchConditional,
             {Condition, Labels[Branch->getSuccessor(0)], Labels[Branch->getSuccessor(1)]});
}

/// Several scalars are a struct.
SpirvId FunctionWriter::returnType(const Function &Callee) {
  SpirvOperands Types;
  for (Scalar S : scalarsOf(Callee.getReturnType()))
    Types.push_back(typeId(S));
  return Types.empty() ? Out.voidType() : Types.size() == 1 ? Types[0] : Out.type(spv::OpTypeStruct, Types);
}

/// A kernel's are those of abi::OpenclArgument; it has the memory of its thread in variables.
void FunctionWriter::writeContext(function_ref<SpirvId(SpirvId Type)> AddParameter) {
  auto Pointer = [&](spv::StorageClass Class, unsigned Bits) {
    return Out.pointerType(Class, intType(Bits));
  };
  if (isKernel())
    Parameters = AddParameter(intType(64));
  Context.Variables = AddParameter(intType(64));
  Context.Status = AddParameter(intType(64));
  Context.DynamicSharedBytes = AddParameter(intType(32));
  Context.Shared = AddParameter(Pointer(spv::StorageClassWorkgroup, 8));
  if (!isKernel()) {
    if (!Interface.Locals.Needed.empty())
      Context.Local = AddParameter(Pointer(spv::StorageClassFunction, 8));
    if (Interface.HasEnds)
      Context.HasEnded = AddParameter(Pointer(spv::StorageClassFunction, 32));
    return;
  }
  if (F.hasFnAttribute(PushedAttribute))
    for (unsigned Number = 0; Number != abi::spirv_pushed_count; ++Number)
      Pushed[Number] = AddParameter(intType(64));
  std::vector<std::uint32_t> *Former = std::exchange(Words, &Prologue);
  SpirvId LocalArray = 0;
  if (!Interface.Locals.Needed.empty()) { // all functions have a pointer to it
    const std::uint64_t Bytes = std::max(Interface.Locals.Needed.lookup(&F), Interface.Locals.Align);
    const SpirvId Count = Out.word(static_cast<std::uint32_t>(Bytes));
    LocalArray =
        op(spv::OpVariable,
           Out.pointerType(spv::StorageClassFunction, Out.type(spv::OpTypeArray, {intType(8), Count})),
           {spv::StorageClassFunction});
    Out.decorate(LocalArray, spv::DecorationAlignment, {static_cast<std::uint32_t>(Interface.Locals.Align)});
  }
  if (Interface.HasEnds)
    Context.HasEnded = op(spv::OpVariable, Pointer(spv::StorageClassFunction, 32),
                          {spv::StorageClassFunction, integer(32, 0)});
  if (LocalArray != 0)
    Context.Local =
        op(spv::OpInBoundsAccessChain, Pointer(spv::StorageClassFunction, 8), {LocalArray, integer(32, 0)});
  Words = Former;
}

FunctionWriter::Ids FunctionWriter::contextOperands() const {
  Ids All = {Context.Variables, Context.Status, Context.DynamicSharedBytes, Context.Shared};
  for (SpirvId Pointer : {Context.Local, Context.HasEnded})
    if (Pointer != 0)
      All.push_back(Pointer);
  return All;
}

void FunctionWriter::write() {
  for (Loop *L : Loops.getLoopsInPreorder())
    if (!L->getUniqueExitBlock() || !L->getLoopLatch())
      return fail(*L->getHeader()->getTerminator(), "a loop with several exits");
  SpirvOperands Signature = {returnType(F)};
  std::vector<std::uint32_t> ParameterWords;
  auto AddParameter = [&](SpirvId Type) {
    const SpirvId Id = Out.newId();
    Signature.push_back(Type);
    SpirvModule::write(ParameterWords, spv::OpFunctionParameter, {Type, Id});
    return Id;
  };
  if (isForOpencl())
    writeContext(AddParameter);
  if (!isKernel()) // a kernel reads its parameters elsewhere (Parameters.h)
    for (Argument &A : F.args()) {
      Ids Scalars;
      for (Scalar S : scalarsOf(A.getType()))
        Scalars.push_back(AddParameter(typeId(S)));
      set(A, Scalars);
    }
  for (BasicBlock &B : F)
    if (Dominators.isReachableFromEntry(&B))
      Labels[&B] = Out.newId();
    else
      return fail(B.front(), "code that is never reached");
  ReversePostOrderTraversal<Function *> Order(&F);
  for (BasicBlock *B : Order) {
    if (B != &F.getEntryBlock())
      opNoResult(spv::OpLabel, {Labels[B]});
    for (Instruction &I : *B)
      writeInstruction(I);
  }
  for (const PhiPlace &P : Phis) {
    const unsigned Incoming = P.Phi->getNumIncomingValues();
    std::size_t Word = P.Word;
    for (std::size_t S = 0; S != scalarsOf(P.Phi->getType()).size(); ++S, Word += 3 + 2 * Incoming)
      for (unsigned I = 0; I != Incoming; ++I)
        Body[Word + std::size_t{2} * I] = value(P.Phi->getIncomingValue(I))[S];
  }
  Out.add(SpirvModule::Functions, spv::OpFunction,
          {Signature[0], Interface.Functions.lookup(&F), 0, Out.type(spv::OpTypeFunction, Signature)});
  Out.append(SpirvModule::Functions, ParameterWords);
  Out.add(SpirvModule::Functions, spv::OpLabel, {Labels[&F.getEntryBlock()]});
  Out.append(SpirvModule::Functions, Prologue);
  Out.append(SpirvModule::Functions, Body);
  Out.add(SpirvModule::Functions, spv::OpFunctionEnd, {});
}

bool FunctionWriter::hasDouble(const Instruction &I) const {
  auto IsDouble = [&](const Value *V) {
    return any_of(scalarsOf(V->getType()), [](Scalar S) { return S.Is == Scalar::Float && S.Bits == 64; });
  };
  return IsDouble(&I) || any_of(I.operands(), [&](const Use &U) { return IsDouble(U.get()); });
}

/// Values are lists of scalars; long ones are slow to compile, and longer ones over SPIR-V's limits.
static constexpr std::uint64_t MostBytesOfValue = 8192;

void FunctionWriter::writeInstruction(Instruction &I) {
  if (I.getType()->isSized() && layout().getTypeAllocSize(I.getType()) > MostBytesOfValue)
    return fail(I, "a value of " + Twine(layout().getTypeAllocSize(I.getType()).getFixedValue()) +
                       " bytes; the most is " + Twine(MostBytesOfValue) +
                       ", so let the function write its result through a pointer or reference");
  if (isForMetal() && hasDouble(I))
    return fail(I, DoubleProblem);
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return writePhi(*Phi);
  if (I.isTerminator())
    return writeTerminator(I);
  if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    return writeBinary(*Binary);
  if (auto *Compare = dyn_cast<CmpInst>(&I))
    return writeCompare(*Compare);
  if (auto *Cast = dyn_cast<CastInst>(&I))
    return writeCast(*Cast);
  if (auto *Element = dyn_cast<GetElementPtrInst>(&I))
    return writeGetElementPointer(*Element);
  if (auto *Select = dyn_cast<SelectInst>(&I))
    return writeSelect(*Select);
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return writeLoad(*Load);
  if (auto *Store = dyn_cast<StoreInst>(&I))
    return writeStore(*Store);
  if (auto *Local = dyn_cast<AllocaInst>(&I)) // a generic pointer, which only casts to local memory use
    return set(I, {integer(64, FirstAddress + Interface.Locals.Offsets.lookup(Local))});
  if (auto *Fence = dyn_cast<FenceInst>(&I))
    return writeFence(*Fence, Fence->getOrdering(), Fence->getSyncScopeID());
  if (auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    return writeAtomic(*Atomic);
  if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return writeExchange(*Exchange);
  if (auto *Call = dyn_cast<CallInst>(&I))
    return writeCall(*Call);
  if (isa<FreezeInst>(I))
    return set(I, value(I.getOperand(0)));
  if (auto *Negation = dyn_cast<UnaryOperator>(&I)) {
    Ids Results;
    const bool IsBrain = I.getType()->getScalarType()->isBFloatTy();
    for (auto [S, A] : zip(scalarsOf(I.getType()), Ids(value(Negation->getOperand(0)))))
      Results.push_back(IsBrain ? binary(spv::OpBitwiseXor, 16, A, integer(16, 0x8000))
                                : op(spv::OpFNegate, typeId(S), {A}));
    return set(I, Results);
  }
  // Vectors and aggregates are lists of their elements.
  auto Part = [&](Type *T, ArrayRef<unsigned> Indices) {
    std::size_t First = 0;
    for (unsigned Index : Indices) {
      for (unsigned Before = 0; Before != Index; ++Before)
        First += scalarsOf(GetElementPtrInst::getTypeAtIndex(
                               T, static_cast<std::uint64_t>(isa<StructType>(T) ? Before : 0)))
                     .size();
      T = GetElementPtrInst::getTypeAtIndex(T, static_cast<std::uint64_t>(Index));
    }
    return std::pair(First, scalarsOf(T).size());
  };
  if (auto *Extract = dyn_cast<ExtractValueInst>(&I)) {
    auto [First, Count] = Part(Extract->getAggregateOperand()->getType(), Extract->getIndices());
    const Ids &All = value(Extract->getAggregateOperand());
    return set(I, Ids(All.begin() + First, All.begin() + First + Count));
  }
  if (auto *Insert = dyn_cast<InsertValueInst>(&I)) {
    auto [First, Count] = Part(I.getType(), Insert->getIndices());
    Ids All = value(Insert->getAggregateOperand());
    const Ids &New = value(Insert->getInsertedValueOperand());
    copy(New, All.begin() + First);
    return set(I, All);
  }
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I)) {
    const Ids All = value(Extract->getVectorOperand());
    const std::size_t Count = scalarsOf(I.getType()).size();
    if (auto *Index = dyn_cast<ConstantInt>(Extract->getIndexOperand())) {
      const std::size_t First =
          std::min<std::uint64_t>(Index->getZExtValue(), All.size() / Count - 1) * Count;
      return set(I, Ids(All.begin() + First, All.begin() + First + Count));
    }
    const Scalar IndexType = scalarsOf(Extract->getIndexOperand()->getType()).front();
    const unsigned Bits = registerBits(IndexType.bytes());
    const SpirvId Index = asInteger(scalar(Extract->getIndexOperand()), IndexType);
    Ids Result(All.begin(), All.begin() + Count);
    for (std::size_t E = 1; E != All.size() / Count; ++E) {
      const SpirvId Is = compare(spv::OpIEqual, Index, integer(Bits, E));
      for (auto [At, S] : enumerate(scalarsOf(I.getType())))
        Result[At] = choose(Is, typeId(S), All[E * Count + At], Result[At]);
    }
    return set(I, Result);
  }
  if (auto *Insert = dyn_cast<InsertElementInst>(&I)) {
    Ids All = value(Insert->getOperand(0));
    const Ids New = value(Insert->getOperand(1));
    if (auto *Index = dyn_cast<ConstantInt>(Insert->getOperand(2))) {
      if (Index->getZExtValue() < All.size() / New.size())
        copy(New, All.begin() + Index->getZExtValue() * New.size());
      return set(I, All);
    }
    const Scalar IndexType = scalarsOf(Insert->getOperand(2)->getType()).front();
    const unsigned Bits = registerBits(IndexType.bytes());
    const SpirvId Index = asInteger(scalar(Insert->getOperand(2)), IndexType);
    for (std::size_t E = 0; E != All.size() / New.size(); ++E) {
      const SpirvId Is = compare(spv::OpIEqual, Index, integer(Bits, E));
      for (auto [At, S] : enumerate(scalarsOf(Insert->getOperand(1)->getType())))
        All[E * New.size() + At] = choose(Is, typeId(S), New[At], All[E * New.size() + At]);
    }
    return set(I, All);
  }
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
    Ids All = value(Shuffle->getOperand(0));
    const std::size_t Elements = cast<FixedVectorType>(Shuffle->getOperand(0)->getType())->getNumElements();
    const std::size_t Count = All.size() / Elements;
    append_range(All, Ids(value(Shuffle->getOperand(1))));
    Ids Result;
    for (int Index : Shuffle->getShuffleMask()) {
      const std::size_t From = Index < 0 ? 0 : static_cast<std::size_t>(Index);
      Result.append(All.begin() + From * Count, All.begin() + (From + 1) * Count);
    }
    return set(I, Result);
  }
  fail(I, Twine("the instruction '") + I.getOpcodeName() + "'");
}

} // namespace kcc::compiler
