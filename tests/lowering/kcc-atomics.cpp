// kcc-atomics ARCH: writes PTX with every atomic operation on every type in every scope, order and state
// space, and compares order and scope of the instructions of each with the requested ones. The number of
// operations goes to standard error. ptxas checks whether the instructions exist: atomics.test.
#include "targets/CodeGeneration.h"
#include "targets/Target.h"
#include "targets/nvptx/Architectures.h"
#include "targets/nvptx/Atomics.h"
#include "targets/nvptx/NvptxTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace kcc::compiler;
using RMW = AtomicRMWInst;
using Order = AtomicOrdering;

namespace {

/// One operation as requested.
struct Asked {
  std::string Name;
  Order Ordering;
  StringRef Scope;
  bool CanAcquire, CanRelease; ///< a store does not acquire, a load does not release
};

constexpr StringRef Scopes[] = {"singlethread", "block", "cluster", "device", ""};
constexpr Order AllOrders[] = {Order::Monotonic, Order::Acquire, Order::Release, Order::AcquireRelease,
                               Order::SequentiallyConsistent};
constexpr Order LoadOrders[] = {Order::Monotonic, Order::Acquire, Order::SequentiallyConsistent};
constexpr Order StoreOrders[] = {Order::Monotonic, Order::Release, Order::SequentiallyConsistent};
constexpr StringRef Marker = "// operation ";

class Generator {
public:
  Generator(Module &M, unsigned Sm, std::vector<Asked> &All)
      : M(M), Context(M.getContext()), Builder(Context), Sm(Sm), All(All) {
    Shared = new GlobalVariable(M, Builder.getInt64Ty(), false, GlobalValue::InternalLinkage,
                                PoisonValue::get(Builder.getInt64Ty()), "shared", nullptr,
                                GlobalValue::NotThreadLocal, 3);
  }

  void generate() {
    Type *Wide = Builder.getInt128Ty();
    SmallVector<Type *, 5> Integers{Builder.getInt8Ty(), Builder.getInt16Ty(), Builder.getInt32Ty(),
                                    Builder.getInt64Ty()};
    if (Sm >= 90)
      Integers.push_back(Wide);
    Type *Floats[] = {Builder.getHalfTy(), Builder.getBFloatTy(), Builder.getFloatTy(),
                      Builder.getDoubleTy()};
    SmallVector<Type *, 10> Every(Integers.begin(), Integers.end());
    append_range(Every, Floats);
    Every.push_back(Builder.getPtrTy());
    for (unsigned Number = RMW::FIRST_BINOP; Number <= RMW::LAST_BINOP; ++Number) {
      auto Operation = static_cast<RMW::BinOp>(Number);
      ArrayRef<Type *> Types = Integers;
      if (RMW::isFPOperation(Operation))
        Types = Floats;
      else if (Operation == RMW::Xchg)
        Types = Every;
      for (Type *T : Types)
        change(Operation, T);
    }
    for (Type *T : Every) {
      access(T);
      if (!T->isFloatingPointTy())
        exchange(T);
    }
    if (Sm >= 70 && Sm < 90) // there is no more
      access(Wide);
    fences();
  }

private:
  void startKernel(const Twine &Name, Type *T) {
    auto *Global = Builder.getPtrTy(1);
    auto *F = Function::Create(FunctionType::get(Builder.getVoidTy(), {Global, Global, T, T}, false),
                               GlobalValue::ExternalLinkage, Name, M);
    F->setCallingConv(CallingConv::PTX_Kernel);
    Builder.SetInsertPoint(BasicBlock::Create(Context, "", F));
    // A pointer loaded from memory: nothing is known about what it points to.
    Value *Generic = Builder.CreateLoad(Builder.getPtrTy(), F->getArg(1));
    Pointers = {Generic, F->getArg(1), Shared};
    Result = F->getArg(0);
    First = F->getArg(2);
    Second = F->getArg(3);
  }

  SyncScope::ID mark(const Twine &What, Order Ordering, StringRef Scope, bool CanAcquire, bool CanRelease) {
    auto *Empty = FunctionType::get(Builder.getVoidTy(), false);
    Builder.CreateCall(InlineAsm::get(Empty, (Marker + Twine(All.size())).str(), "~{memory}", true));
    std::string Name = (What + " " + (Scope.empty() ? "system" : Scope) + " " + toIRString(Ordering)).str();
    All.push_back({std::move(Name), Ordering, Scope, CanAcquire, CanRelease});
    return Context.getOrInsertSyncScopeID(Scope);
  }

  static std::string nameOf(Type *T) {
    std::string Name;
    raw_string_ostream(Name) << *T;
    return Name;
  }
  Align alignOf(Type *T) { return Align(M.getDataLayout().getTypeStoreSize(T)); }

  /// One kernel per scope.
  template <class Function>
  void eachPlace(const Twine &Name, Type *T, ArrayRef<Order> Orders, Function Emit) {
    for (auto [Number, Scope] : enumerate(Scopes)) {
      startKernel(Name + "_" + Twine(Number), T);
      for (Value *Pointer : Pointers)
        for (Order Ordering : Orders)
          Emit(Pointer, Scope, Ordering);
      Builder.CreateRetVoid();
    }
  }

  void change(RMW::BinOp Operation, Type *T) {
    std::string Name = (RMW::getOperationName(Operation) + "_" + nameOf(T)).str();
    eachPlace(Name, T, AllOrders, [&](Value *Pointer, StringRef Scope, Order Ordering) {
      for (bool Used : {false, true}) {
        SyncScope::ID Id = mark(Name, Ordering, Scope, true, true);
        Value *Old = Builder.CreateAtomicRMW(Operation, Pointer, First, alignOf(T), Ordering, Id);
        if (Used)
          Builder.CreateStore(Old, Result);
      }
    });
  }

  void access(Type *T) {
    eachPlace("load_" + nameOf(T), T, LoadOrders, [&](Value *Pointer, StringRef Scope, Order Ordering) {
      SyncScope::ID Id = mark("load " + nameOf(T), Ordering, Scope, true, false);
      LoadInst *Load = Builder.CreateAlignedLoad(T, Pointer, alignOf(T));
      Load->setAtomic(Ordering, Id);
      Builder.CreateStore(Load, Result);
    });
    eachPlace("store_" + nameOf(T), T, StoreOrders, [&](Value *Pointer, StringRef Scope, Order Ordering) {
      SyncScope::ID Id = mark("store " + nameOf(T), Ordering, Scope, false, true);
      Builder.CreateAlignedStore(First, Pointer, alignOf(T))->setAtomic(Ordering, Id);
    });
  }

  void exchange(Type *T) {
    eachPlace("cmpxchg_" + nameOf(T), T, AllOrders, [&](Value *Pointer, StringRef Scope, Order Ordering) {
      for (Order Failure : LoadOrders) {
        SyncScope::ID Id = mark("cmpxchg " + nameOf(T) + " failure " + toIRString(Failure),
                                getMergedAtomicOrdering(Ordering, Failure), Scope, true, true);
        Value *Old = Builder.CreateAtomicCmpXchg(Pointer, First, Second, alignOf(T), Ordering, Failure, Id);
        Builder.CreateStore(Builder.CreateExtractValue(Old, 0), Result);
      }
    });
  }

  void fences() {
    startKernel("fences", Builder.getInt32Ty());
    for (StringRef Scope : Scopes)
      for (Order Ordering : drop_begin(AllOrders)) {
        SyncScope::ID Id = mark("fence", Ordering, Scope, true, true);
        Builder.CreateFence(Ordering, Id);
      }
    Builder.CreateRetVoid();
  }

  Module &M;
  LLVMContext &Context;
  IRBuilder<> Builder;
  unsigned Sm;
  std::vector<Asked> &All;
  GlobalVariable *Shared;
  std::array<Value *, 3> Pointers;
  Value *Result = nullptr, *First = nullptr, *Second = nullptr;
};

/// What a list of PTX instructions does, according to their names.
struct Found {
  bool Barriers = false, Fences = false, Atomic = false, Sequential = false, Acquires = false,
       Releases = false;
  std::string OtherScope; ///< an instruction without the requested scope
};

/// PTX ISA: "red" is a form of "atom"; plain loads and stores belong to the test itself, or are the first
/// load of a loop.
bool isAtomic(ArrayRef<StringRef> Parts) {
  if (Parts[0] == "atom" || Parts[0] == "red")
    return true;
  static constexpr StringRef Strong[] = {"relaxed", "acquire", "release", "volatile"};
  return (Parts[0] == "ld" || Parts[0] == "st") && Parts.size() > 1 && is_contained(Strong, Parts[1]);
}

Found read(ArrayRef<StringRef> Lines, StringRef Scope) {
  Found Result;
  bool FenceBefore = false;
  SmallVector<StringRef, 16> Instructions;
  for (StringRef Line : Lines) // 128-bit operations have several instructions per line, in braces
    Line.split(Instructions, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Text : Instructions) {
    Text = Text.ltrim(" {");
    SmallVector<StringRef, 8> Parts;
    Text.take_until([](char C) { return C == ' ' || C == '\t' || C == ';'; }).split(Parts, '.');
    auto Has = [&](StringRef Part) { return is_contained(Parts, Part); };
    bool Fence = Parts[0] == "fence" || Parts[0] == "membar";
    if (!Fence && !isAtomic(Parts))
      continue;
    if (Parts[0] == "membar" && Parts[1] == "gl")
      Parts[1] = "gpu";
    if (!Has(Scope) && !Has("volatile"))
      Result.OtherScope = Text.str();
    if (Fence) {
      Result.Fences = true;
      Result.Sequential |= Has("sc");
      Result.Barriers |= Parts[0] == "membar"; // which is as strong as fence.sc
      Result.Acquires |= Result.Atomic;        // a fence after the operation
      FenceBefore = true;
      continue;
    }
    Result.Acquires |= Has("acquire") || Has("acq_rel");
    Result.Releases |= Has("release") || Has("acq_rel") || (FenceBefore && !Result.Atomic);
    Result.Atomic = true;
  }
  return Result;
}

/// Empty if \p Instructions do what \p A requests.
std::string problem(const Asked &A, ArrayRef<StringRef> Instructions, bool HasClusters) {
  StringRef Scope = StringSwitch<StringRef>(A.Scope)
                        .Case("block", "cta")
                        .Case("cluster", HasClusters ? "cluster" : "gpu")
                        .Case("device", "gpu")
                        .Default("sys");
  Found F = read(Instructions, Scope);
  bool IsFence = StringRef(A.Name).starts_with("fence");
  if (A.Scope == "singlethread")
    return F.Atomic || F.Fences ? "one thread needs no atomic instruction" : "";
  if (!F.OtherScope.empty())
    return "another scope: " + F.OtherScope;
  if (IsFence)
    return !F.Fences                                                                     ? "no fence"
           : A.Ordering == Order::SequentiallyConsistent && !F.Sequential && !F.Barriers ? "weak fence"
                                                                                         : "";
  if (!F.Atomic)
    return "no atomic instruction";
  if (A.CanAcquire && isAcquireOrStronger(A.Ordering) && !F.Acquires)
    return "does not acquire";
  if (A.CanRelease && isReleaseOrStronger(A.Ordering) && !F.Releases)
    return "does not release";
  if ((A.Ordering == Order::SequentiallyConsistent) != F.Sequential && !F.Barriers)
    return "fence.sc";
  if (A.Ordering == Order::Monotonic && (F.Acquires || F.Releases))
    return "stronger than asked for";
  return "";
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 2) {
    errs() << "usage: kcc-atomics ARCH\n";
    return 2;
  }
  initializeNvptx();
  std::unique_ptr<kcc::compiler::Target> T = cantFail(createNvptxTarget(Arguments[1]));
  LLVMContext Context;
  auto M = std::make_unique<Module>("atomics", Context);
  {
    std::unique_ptr<TargetMachine> Machine = T->createMachine(3);
    M->setTargetTriple(Machine->getTargetTriple());
    M->setDataLayout(Machine->createDataLayout());
  }
  std::vector<Asked> All;
  Generator(*M, findArchitecture(Arguments[1])->number(), All).generate();
  std::unique_ptr<TargetMachine> Machine = T->createMachine(3, M.get());
  T->lowerLate(M, Machine);
  if (verifyModule(*M, &errs()))
    return 1;
  std::string Ptx = generateCode(*M, *Machine, FileKind::Assembly);
  outs() << Ptx;

  std::vector<std::vector<StringRef>> Instructions(All.size());
  std::vector<StringRef> *Current = nullptr;
  for (StringRef Rest = Ptx; !Rest.empty();) {
    StringRef Line;
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.trim();
    if (Line.starts_with(".visible"))
      Current = nullptr;
    std::size_t Number;
    if (Line.consume_front(Marker) && !Line.getAsInteger(10, Number))
      Current = &Instructions[Number];
    else if (Current)
      Current->push_back(Line);
  }
  bool HasClusters = StringRef(Ptx).contains(".cluster");
  int Problems = 0;
  for (auto [A, Lines] : zip(All, Instructions))
    if (std::string Text = problem(A, Lines, HasClusters); !Text.empty() && ++Problems <= 20) {
      errs() << A.Name << ": " << Text << "\n";
      for (StringRef Line : Lines)
        errs() << "  " << Line << "\n";
    }
  errs() << All.size() << " operations, " << atomicInstructions().size() << " rows in the table, " << Problems
         << " problems\n";
  return Problems != 0;
}
