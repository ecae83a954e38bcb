// Loads, stores and prefetches with a hint to the caches (include/kcc/device/cache_hints.h). The instructions
// are composed from constant arguments; in C++ they would be 150 assembly statements.
#include "targets/nvptx/AddressSpaces.h"
#include "targets/nvptx/Builtins.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

// Indexed by kcc::cache and kcc::prefetch_into (include/kcc/device/cache_hints.h), which uses hints with an
// eviction priority or a prefetch size only if the architecture has them. PTX ISA, "Data Movement and
// Conversion Instructions: ld, ld.global.nc, st, prefetch". Empty entries are loads or stores without a hint.
struct HintRow {
  StringRef Load, ReadOnlyLoad, Store;
};
constexpr HintRow Hints[] = {
    {"", "", ""},
    {".ca", ".ca", ".wb"},
    {".cg", ".cg", ".cg"},
    {".cs", ".cs", ".cs"},
    {".lu", "", ".wb"},
    {".cv", "", ".wt"},
    {".L1::evict_first", ".L1::evict_first", ".L1::evict_first"},
    {".L1::evict_last", ".L1::evict_last", ".L1::evict_last"},
    {".L1::no_allocate", ".L1::no_allocate", ".L1::no_allocate"},
    {".L2::64B", ".L2::64B", ""},
    {".L2::128B", ".L2::128B", ""},
    {".L2::256B", ".L2::256B", ""},
};
/// Added to the number of a hint for memory that nothing writes to while the kernel runs.
constexpr unsigned ReadOnly = 32;

constexpr StringRef Prefetches[] = {"prefetch.L1 [$0];", "prefetch.L2 [$0];", "prefetchu.L1 [$0];"};

/// The value of the constant \p V; \p Otherwise if it is not constant.
unsigned numberOf(const Value *V, unsigned Otherwise) {
  auto *Number = dyn_cast<ConstantInt>(V);
  return Number && Number->getValue().ult(64) ? static_cast<unsigned>(Number->getZExtValue()) : Otherwise;
}

/// The registers for \p Bytes: their number and width; none for a size that no instruction supports.
struct Registers {
  unsigned Count, Bits;
  char Constraint;
};
Registers registersFor(unsigned Bytes) {
  switch (Bytes) {
  case 1:
    return {1, 8, 'h'}; // in a 16-bit register, because there are no 8-bit ones
  case 2:
    return {1, 16, 'h'};
  case 4:
    return {1, 32, 'r'};
  case 8:
    return {1, 64, 'l'};
  case 16:
    return {2, 64, 'l'};
  default:
    return {0, 0, 0};
  }
}

/// ".b32", ".v2.b64"
std::string typeSuffix(const Registers &R) {
  return (R.Count == 2 ? ".v2.b" : ".b") + std::to_string(R.Bits);
}

IntegerType *registerType(const Registers &R, IRBuilderBase &Builder) {
  return Builder.getIntNTy(std::max(R.Bits, 16u));
}

CallInst *assembly(StringRef Text, StringRef Constraints, Type *Result, ArrayRef<Value *> Arguments,
                   IRBuilderBase &Builder) {
  SmallVector<Type *, 4> Types;
  for (Value *A : Arguments)
    Types.push_back(A->getType());
  CallInst *Call = Builder.CreateCall(
      InlineAsm::get(FunctionType::get(Result, Types, false), Text, Constraints, /*hasSideEffects=*/true),
      Arguments);
  Call->setDoesNotThrow();
  return Call;
}

Value *plainCopy(Value *To, Value *From, const BuiltinCall &Call, IRBuilderBase &Builder) {
  Builder.CreateMemCpy(To, MaybeAlign(), From, MaybeAlign(), Call.Arguments[2]);
  return nullptr;
}

/// The address of register \p I at \p Base, and a type of that size to access it.
Value *partOf(Value *Base, unsigned I, const Registers &R, IRBuilderBase &Builder) {
  return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Base, I * R.Bits / 8);
}

} // namespace

Value *hintedLoad(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Value *From = Call.Arguments[0], *To = Call.Arguments[1];
  Registers R = registersFor(numberOf(Call.Arguments[2], 0));
  unsigned Number = numberOf(Call.Arguments[3], 0);
  bool IsReadOnly = Number >= ReadOnly;
  Number %= ReadOnly;
  if (R.Count == 0 || Number >= std::size(Hints))
    return plainCopy(To, From, Call, Builder);
  const HintRow &Hint = Hints[Number];
  // The read-only path is for global memory and must say so.
  std::string Text = IsReadOnly ? "ld.global" : "ld";
  if (IsReadOnly)
    From = Builder.CreateAddrSpaceCast(From, Builder.getPtrTy(GlobalSpace));
  // A cache operator comes before .nc, an eviction priority after it.
  StringRef Word = IsReadOnly ? Hint.ReadOnlyLoad : Hint.Load;
  bool IsOperator = Word.size() == 3;
  Text += IsReadOnly ? (IsOperator ? (Word + ".nc").str() : (".nc" + Word).str()) : Word.str();
  Text += typeSuffix(R);
  Type *Register = registerType(R, Builder);
  std::string Out = std::string("=") + R.Constraint;
  if (R.Count == 2) {
    CallInst *Parts = assembly(Text + " {$0, $1}, [$2];", Out + "," + Out + ",l,~{memory}",
                               StructType::get(Register, Register), {From}, Builder);
    for (unsigned I : {0u, 1u})
      Builder.CreateStore(Builder.CreateExtractValue(Parts, I), partOf(To, I, R, Builder));
    return nullptr;
  }
  Value *Loaded = assembly(Text + " $0, [$1];", Out + ",l,~{memory}", Register, {From}, Builder);
  Builder.CreateStore(Builder.CreateTrunc(Loaded, Builder.getIntNTy(R.Bits)), To);
  return nullptr;
}

Value *hintedStore(const BuiltinCall &Call, IRBuilderBase &Builder) {
  Value *To = Call.Arguments[0], *From = Call.Arguments[1];
  Registers R = registersFor(numberOf(Call.Arguments[2], 0));
  unsigned Number = numberOf(Call.Arguments[3], 0);
  if (R.Count == 0 || Number >= std::size(Hints))
    return plainCopy(To, From, Call, Builder);
  std::string Text = ("st" + Hints[Number].Store).str() + typeSuffix(R);
  std::string In(1, R.Constraint);
  SmallVector<Value *, 3> Arguments = {To};
  for (unsigned I = 0; I != R.Count; ++I)
    Arguments.push_back(
        Builder.CreateZExt(Builder.CreateLoad(Builder.getIntNTy(R.Bits), partOf(From, I, R, Builder)),
                           registerType(R, Builder)));
  assembly(Text + (R.Count == 2 ? " [$0], {$1, $2};" : " [$0], $1;"),
           "l," + In + (R.Count == 2 ? "," + In : "") + ",~{memory}", Builder.getVoidTy(), Arguments,
           Builder);
  return nullptr;
}

Value *prefetch(const BuiltinCall &Call, IRBuilderBase &Builder) {
  if (unsigned Which = numberOf(Call.Arguments[1], 63); Which < std::size(Prefetches))
    assembly(Prefetches[Which], "l,~{memory}", Builder.getVoidTy(), {Call.Arguments[0]}, Builder);
  return nullptr;
}

} // namespace kcc::compiler
