#include "targets/cpu/lanes/BlockIterations.h"
#include "kcc/abi/cpu_code.h"
#include "targets/cpu/lanes/LoopNumbers.h"

#include "llvm/IR/Module.h"
#include <array>

using namespace llvm;

namespace kcc::compiler {
namespace {

using abi::CpuThread;

/// Writes the body of a block's function that calls the function of an iteration.
class IterationsWriter {
public:
  IterationsWriter(const StridedLoop &Loop, Function &Block)
      : Loop(Loop), Block(Block), At(Block.getContext()) {}

  void write(const PreparedThread &Prepared, Function &Iteration, Function &Thread, unsigned Lanes) {
    At.SetInsertPoint(Entry);
    AllocaInst *Offset = At.CreateAlloca(Loop.Start->getType());
    EntryValues Values(Prepared, At, Block);
    Numbers = numbersOf(Loop, Values, At);
    loadBounds();
    At.CreateCondBr(Numbers.IsReached, Reached, End);
    At.SetInsertPoint(Reached);
    At.CreateCondBr(Numbers.StaysBelowLimit, Near, Z);
    At.SetInsertPoint(Near);
    callForRows(Iteration, *Offset, share(Lanes));
    callForThreads(Thread);
    At.CreateRetVoid();
  }

private:
  /// What one call of the iteration's function runs.
  struct Share {
    Value *IsRow;  ///< several iterations, as if they were one of a longer row of threads
    Value *InRow;  ///< of how many threads that row is at most
    Value *Stride; ///< from the `i` of a call to that of the next
  };

  BasicBlock *newBlock(const Twine &Name) { return BasicBlock::Create(Block.getContext(), Name, &Block); }
  Value *field(std::size_t Offset) { return fieldAt(Offset, At, Block); }
  Value *load(std::size_t Offset) { return At.CreateLoad(At.getInt32Ty(), field(Offset)); }
  static std::size_t axis(std::size_t Offset, unsigned K) { return Offset + 4 * K; }

  /// Before a call for an iteration changes them.
  void loadBounds() {
    for (unsigned K = 0; K < 3; ++K) {
      BeginOf[K] = load(axis(offsetof(CpuThread, begin), K));
      EndOf[K] = load(axis(offsetof(CpuThread, end), K));
      Extent[K] = load(axis(offsetof(CpuThread, block_dim), K));
    }
    Width = At.CreateZExt(At.CreateSub(EndOf[0], BeginOf[0]), At.getInt64Ty());
  }

  /// Whether `Is`, and the call is for one row of whole groups of lanes, from the grid's first thread on.
  Value *isAndBeginsGrid(Value *Is, unsigned Lanes) {
    for (unsigned K : {1u, 2u})
      Is = At.CreateAnd(Is, At.CreateICmpEQ(At.CreateSub(EndOf[K], BeginOf[K]), At.getInt32(1)));
    for (std::size_t Zeroed : {offsetof(CpuThread, begin), offsetof(CpuThread, block_idx)})
      Is = At.CreateAnd(Is, At.CreateICmpEQ(load(Zeroed), At.getInt32(0)));
    return At.CreateAnd(Is, At.CreateICmpEQ(At.CreateURem(Width, At.getInt64(Lanes)), At.getInt64(0)));
  }

  /// A call for the threads of the whole grid, in one row, runs all iterations: behind the last thread's
  /// element is the first one's next. A call for a range of elements runs these, and behind it there is
  /// nothing.
  Share share(unsigned Lanes) {
    Value *IsWhole = At.getFalse(), *IsRange = At.getFalse();
    if (Loop.IsForAnyThread) {
      Value *IsStep = At.CreateICmpEQ(Numbers.Step, Width);
      IsRange = At.CreateICmpNE(load(offsetof(CpuThread, elements)), At.getInt32(0));
      IsWhole = isAndBeginsGrid(IsStep, Lanes);
    }
    constexpr std::uint64_t MostInRow = std::uint64_t{1} << 28;
    Value *Most = At.CreateSub(At.getInt64(MostInRow), At.CreateURem(At.getInt64(MostInRow), Width));
    Value *InRow = At.CreateSelect(IsRange, Width, Most);
    Value *IsRow = At.CreateOr(IsRange, IsWhole);
    Value *Stride = At.CreateSelect(IsRange, At.getInt64(counterLimit(At.getInt64Ty())),
                                    At.CreateSelect(IsWhole, Most, Numbers.Step));
    return {IsRow, InRow, Stride};
  }

  /// The loop over `i`. `Offset` is for how far the `i` of a call is from the first one.
  void callForRows(Function &Iteration, AllocaInst &Offset, const Share &S) {
    At.CreateBr(Head);
    At.SetInsertPoint(Head);
    PHINode *Counter = At.CreatePHI(At.getInt64Ty(), 2);
    Counter->addIncoming(Numbers.First, Near);
    At.CreateCondBr(At.CreateICmp(Loop.less(), Counter, Numbers.Last), Run, Done);

    At.SetInsertPoint(Run);
    At.CreateStore(At.CreateTrunc(At.CreateSub(Counter, Numbers.First), Offset.getAllocatedType()), &Offset);
    Value *Left = At.CreateBinaryIntrinsic(Intrinsic::umin, S.InRow, At.CreateSub(Numbers.Last, Counter));
    Value *RowEnd = At.CreateAdd(BeginOf[0], At.CreateTrunc(Left, At.getInt32Ty()));
    At.CreateStore(At.CreateSelect(S.IsRow, RowEnd, EndOf[0]), field(offsetof(CpuThread, end)));
    At.CreateCall(&Iteration, {Block.getArg(0), Block.getArg(1), &Offset});
    Counter->addIncoming(At.CreateAdd(Counter, S.Stride), Run);
    At.CreateBr(Head);

    At.SetInsertPoint(Done);
    At.CreateStore(EndOf[0], field(offsetof(CpuThread, end)));
    At.CreateBr(End);
  }

  /// Threads run their whole loop, one after another. What follows comes behind the last one.
  void callForThreads(Function &Thread) {
    BasicBlock *Y = newBlock("y"), *X = newBlock("x"), *NextY = newBlock("next.y"),
               *NextZ = newBlock("next.z");
    PHINode *const IndexZ = beginAxis(2, Z, Reached);
    At.CreateBr(Y);
    PHINode *const IndexY = beginAxis(1, Y, Z);
    At.CreateBr(X);
    PHINode *const IndexX = beginAxis(0, X, Y);
    callThread(Thread, {IndexX, IndexY, IndexZ});
    endAxis(0, IndexX, NextY);
    endAxis(1, IndexY, NextZ);
    endAxis(2, IndexZ, End);
  }

  PHINode *beginAxis(unsigned K, BasicBlock *Into, BasicBlock *From) {
    At.SetInsertPoint(Into);
    PHINode *Index = At.CreatePHI(At.getInt32Ty(), 2);
    Index->addIncoming(BeginOf[K], From);
    return Index;
  }

  void endAxis(unsigned K, PHINode *Index, BasicBlock *After) {
    Value *Next = At.CreateAdd(Index, At.getInt32(1));
    Index->addIncoming(Next, At.GetInsertBlock());
    At.CreateCondBr(At.CreateICmpULT(Next, EndOf[K]), Index->getParent(), After);
    At.SetInsertPoint(After);
  }

  void callThread(Function &Thread, const std::array<PHINode *, 3> &Index) {
    for (unsigned K = 0; K < 3; ++K)
      At.CreateStore(Index[K], field(axis(offsetof(CpuThread, thread_idx), K)));
    Value *Row = At.CreateAdd(At.CreateMul(Index[2], Extent[1]), Index[1]);
    At.CreateStore(At.CreateAdd(At.CreateMul(Row, Extent[0]), Index[0]),
                   field(offsetof(CpuThread, thread_rank)));
    At.CreateStore(At.getInt32(1), field(offsetof(CpuThread, running)));
    At.CreateCall(&Thread, {Block.getArg(0)})->setIsNoInline();
  }

  const StridedLoop &Loop;
  Function &Block;
  IRBuilder<> At;
  BasicBlock *const Entry = newBlock("entry"), *const Reached = newBlock("reached"),
                    *const Near = newBlock("near"), *const Head = newBlock("iterations"),
                    *const Run = newBlock("run"), *const Done = newBlock("done"),
                    *const End = newBlock("end"), *const Z = newBlock("z");
  LoopNumbers Numbers = {};
  Value *BeginOf[3] = {}, *EndOf[3] = {}, *Extent[3] = {}; ///< along each axis
  Value *Width = nullptr;                                  ///< of a row of the call's threads
};

} // namespace

Function &runIterations(Function &Iteration, const StridedLoop &Loop, const PreparedThread &Prepared,
                        Function &Thread, unsigned Lanes, StringRef Name) {
  LLVMContext &Context = Iteration.getContext();
  Type *const Pointer = PointerType::get(Context, 0);
  auto *Block =
      Function::Create(FunctionType::get(Type::getVoidTy(Context), {Pointer, Pointer, Pointer}, false),
                       GlobalValue::ExternalLinkage, Name, *Iteration.getParent());
  Block->setDoesNotThrow();
  for (StringRef Kept : {"frame-pointer", "probe-stack"})
    if (Iteration.hasFnAttribute(Kept))
      Block->addFnAttr(Iteration.getFnAttribute(Kept));
  IterationsWriter(Loop, *Block).write(Prepared, Iteration, Thread, Lanes);
  return *Block;
}

} // namespace kcc::compiler
