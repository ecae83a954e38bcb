// How printing becomes records.
//
// Each call that prints or ends a kernel becomes code that writes one record: RecordWriter computes the size,
// reserves space with __kcc_print_begin, puts the format and the arguments there, and calls
// __kcc_print_end. The host does the formatting (runtime/core/format_printf.cpp). The compiler reads
// printf's format only to find out which pointers are strings and to reject %n, so if there are pointers, the
// format must be a literal (printfProblem).
//
// Common parts, such as the loop over a string's characters, are functions of devicelib/libc/print.cpp. One
// of them, __kcc_libc_fail, writes the whole record of a failure that has no message of its own, so that each
// place that can fail costs a single call.
#include "lowering/Printing.h"
#include "kcc/device/print_record.h"
#include "kcc/printf_format.h"
#include "lowering/LibraryTraps.h"
#include "lowering/SymbolNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace kcc::compiler {

using abi::PrintType;
using abi::RecordKind;

bool isPrintFunction(StringRef Name) {
  return is_contained({"printf", "vprintf", "puts", "putchar"}, Name) || Name.starts_with("__kcc_print_");
}

void dropHostPrinting(Module &M) {
  for (Function &F : M)
    if ((F.hasAvailableExternallyLinkage() || F.hasLinkOnceLinkage()) && isPrintFunction(F.getName())) {
      F.deleteBody();
      F.setComdat(nullptr);
    }
}

/// The arguments after the format. For a printf on a GPU, Clang packs them into a local struct and calls
/// vprintf; empty if \p Call is a vprintf with another argument list.
static std::optional<SmallVector<Type *, 8>> variadicTypes(const CallBase &Call) {
  SmallVector<Type *, 8> Types;
  if (Call.getCalledFunction()->getName() != "vprintf") {
    for (const Use &Argument : drop_begin(Call.args(), Call.getFunctionType()->getNumParams()))
      Types.push_back(Argument->getType());
    return Types;
  }
  const Value *List = Call.getArgOperand(1)->stripPointerCasts();
  if (isa<ConstantPointerNull>(List))
    return Types;
  auto *Packed = dyn_cast<AllocaInst>(List);
  auto *Struct = Packed ? dyn_cast<StructType>(Packed->getAllocatedType()) : nullptr;
  if (!Struct || !Struct->hasName() || !Struct->getName().starts_with("printf_args"))
    return std::nullopt;
  append_range(Types, Struct->elements());
  return Types;
}

/// For each argument of the format, whether it is a string.
static SmallVector<bool, 8> stringArguments(StringRef Format) {
  SmallVector<bool, 8> Result;
  std::size_t At = 0;
  while (auto C = abi::next_printf_conversion({Format.data(), Format.size()}, At)) {
    At = C->end;
    if (C->letter == '%')
      continue;
    Result.append((C->width == "*") + (C->precision == ".*"), false);
    Result.push_back(C->letter == 's');
  }
  return Result;
}

PrintfProblem printfProblem(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || (Callee->getName() != "printf" && Callee->getName() != "vprintf"))
    return PrintfProblem::None;
  auto Types = variadicTypes(Call);
  if (!Types)
    return PrintfProblem::ArgumentList;
  StringRef Format;
  if (!getConstantStringInfo(Call.getArgOperand(0), Format))
    return any_of(*Types, [](Type *T) { return T->isPointerTy(); }) ? PrintfProblem::UnknownFormat
                                                                    : PrintfProblem::None;
  std::size_t At = 0;
  while (auto C = abi::next_printf_conversion({Format.data(), Format.size()}, At)) {
    At = C->end;
    if (C->letter == 'n')
      return PrintfProblem::Writes;
  }
  return PrintfProblem::None;
}

namespace {

/// Writes one record before an instruction, with the functions of devicelib/libc/print.cpp.
class RecordWriter {
public:
  RecordWriter(Instruction &Where) : M(*Where.getModule()), Builder(&Where) {}

  void text(Value *Text) {
    Value *Length = Builder.CreateCall(function("__kcc_libc_text_length", i32(), {ptr()}), Text);
    Arguments.push_back({Text, Length, PrintType::string});
    add(Builder.CreateCall(function("__kcc_libc_text_bytes", i32(), {i32()}), Length));
  }
  void text(StringRef Text) { text(Text.empty() ? nullText() : Builder.CreateGlobalString(Text)); }
  void number(PrintType T, Value *V) {
    Arguments.push_back({V, nullptr, T});
    add(Builder.getInt32(16));
  }

  /// An argument that C passes through `...`.
  void variadic(Value *V, bool IsString) {
    Type *T = V->getType();
    if (T->isPointerTy() && IsString)
      return text(V);
    if (T->isPointerTy())
      return number(PrintType::pointer, Builder.CreatePtrToInt(V, i64()));
    if (T->isFloatingPointTy())
      return number(PrintType::f64,
                    Builder.CreateBitCast(Builder.CreateFPExt(V, Builder.getDoubleTy()), i64()));
    bool IsWide = T->getIntegerBitWidth() > 32;
    number(IsWide ? PrintType::i64 : PrintType::i32, Builder.CreateSExtOrTrunc(V, i64()));
  }

  void write(RecordKind Kind, Value *Format) {
    Value *Length = Builder.CreateCall(function("__kcc_libc_text_length", i32(), {ptr()}), Format);
    Length = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length, Builder.getInt32(abi::max_print_text));
    Value *Padded = Builder.CreateAnd(Builder.CreateAdd(Length, Builder.getInt32(7)), ~7u);
    Value *Offset = Builder.CreateAdd(Padded, Builder.getInt32(8));
    Value *All = Builder.CreateAdd(Bytes, Offset);
    Value *At = Builder.CreateCall(function("__kcc_print_begin", i64(), {i32(), i32()}),
                                   {Builder.getInt32(static_cast<unsigned>(Kind)), All});
    Builder.CreateCall(
        function("__kcc_libc_put_pair", Builder.getVoidTy(), {i64(), i32(), i32(), i32()}),
        {At, Builder.getInt32(0), Length, Builder.getInt32(static_cast<unsigned>(Arguments.size()))});
    Builder.CreateCall(function("__kcc_print_put", Builder.getVoidTy(), {i64(), i32(), ptr(), i32()}),
                       {At, Builder.getInt32(8), Format, Length});
    for (const Argument &A : Arguments)
      Offset = A.Length
                   ? Builder.CreateCall(function("__kcc_libc_put_text", i32(), {i64(), i32(), ptr(), i32()}),
                                        {At, Offset, A.V, A.Length})
                   : Builder.CreateCall(function("__kcc_libc_put_value", i32(), {i64(), i32(), i32(), i64()}),
                                        {At, Offset, Builder.getInt32(static_cast<unsigned>(A.T)), A.V});
    Builder.CreateCall(function("__kcc_print_end", Builder.getVoidTy(), {i64(), i32()}), {At, All});
  }
  void write(RecordKind Kind, StringRef Format) { write(Kind, Builder.CreateGlobalString(Format)); }

  void stop() { Builder.CreateCall(function("__kcc_print_stop", Builder.getVoidTy(), {})); }

  void fail(RecordKind Kind, Value *What, Value *File, Value *Line, Value *In) {
    Builder.CreateCall(function("__kcc_libc_fail", Builder.getVoidTy(), {i32(), ptr(), ptr(), i32(), ptr()}),
                       {Builder.getInt32(static_cast<unsigned>(Kind)), What, File, Line, In});
  }

  Value *nullText() { return ConstantPointerNull::get(Builder.getPtrTy()); }
  IRBuilder<> &builder() { return Builder; }

private:
  struct Argument {
    Value *V, *Length;
    PrintType T;
  };

  Type *i32() { return Builder.getInt32Ty(); }
  Type *i64() { return Builder.getInt64Ty(); }
  Type *ptr() { return Builder.getPtrTy(); }
  void add(Value *Size) { Bytes = Builder.CreateAdd(Bytes, Size); }
  FunctionCallee function(StringRef Name, Type *Result, ArrayRef<Type *> Parameters) {
    return M.getOrInsertFunction(Name, FunctionType::get(Result, Parameters, false));
  }

  Module &M;
  IRBuilder<> Builder;
  Value *Bytes = Builder.getInt32(0);
  SmallVector<Argument, 8> Arguments;
};

} // namespace

/// The function that contains \p I and, if there is debug information, the source location.
struct Place {
  explicit Place(const Instruction &I) : Function(sourceName(I.getFunction()->getName())) {
    if (const DILocation *L = I.getDebugLoc()) {
      File = L->getFilename().str();
      Line = L->getLine();
    }
  }
  std::string Function, File;
  unsigned Line = 0;
};

static void lowerPrintf(CallBase &Call) {
  RecordWriter Record(Call);
  StringRef Name = Call.getCalledFunction()->getName();
  if (Name == "puts") {
    Record.text(Call.getArgOperand(0));
    Record.write(RecordKind::printf, "%s\n");
  } else if (Name == "putchar") {
    Record.variadic(Call.getArgOperand(0), false);
    Record.write(RecordKind::printf, "%c");
  } else {
    StringRef Format;
    SmallVector<bool, 8> Strings;
    if (getConstantStringInfo(Call.getArgOperand(0), Format))
      Strings = stringArguments(Format);
    for (auto [I, T] : enumerate(variadicTypes(Call).value_or(SmallVector<Type *, 8>()))) {
      Value *V;
      if (Name == "vprintf") {
        Value *Packed = Call.getArgOperand(1)->stripPointerCasts();
        Type *Struct = cast<AllocaInst>(Packed)->getAllocatedType();
        V = Record.builder().CreateLoad(
            T, Record.builder().CreateStructGEP(Struct, Packed, static_cast<unsigned>(I)));
      } else {
        V = Call.getArgOperand(static_cast<unsigned>(I) + 1);
      }
      Record.variadic(V, I < Strings.size() && Strings[I]);
    }
    Record.write(RecordKind::printf, Call.getArgOperand(0));
  }
  // putchar returns its character, the others a nonnegative number.
  Call.replaceAllUsesWith(Name == "putchar" ? Call.getArgOperand(0) : ConstantInt::get(Call.getType(), 0));
  Call.eraseFromParent();
}

/// "std::out_of_range" of `std::__throw_out_of_range_fmt(char const*, ...)`, and of
/// `std::__1::__throw_out_of_range[abi:nn220000](char const*)`.
static std::string exceptionName(StringRef Symbol) {
  std::string Name = sourceName(Symbol);
  StringRef Rest = StringRef(Name).split("__throw_").second;
  Rest = Rest.take_until([](char C) { return StringRef("([<").contains(C); });
  Rest.consume_back("_fmt");
  return ("std::" + Rest).str();
}

/// A call of a function that ends the program (LibraryTraps.h).
static void lowerError(CallBase &Call) {
  StringRef Name = Call.getCalledFunction()->getName();
  RecordWriter Record(Call);
  IRBuilder<> &Builder = Record.builder();
  Place At(Call);
  auto Text = [&](StringRef S) { return S.empty() ? Record.nullText() : Builder.CreateGlobalString(S); };
  auto Begin = [&](StringRef What) {
    Record.text(What);
    Record.text(At.File);
    Record.number(PrintType::u32, Builder.getInt64(At.Line));
    Record.text(At.Function);
  };
  auto End = [&](RecordKind Kind, auto Format) {
    Record.write(Kind, Format);
    Record.stop();
  };
  Value *Last = Call.arg_empty() ? nullptr : Call.getArgOperand(Call.arg_size() - 1);
  bool IsMessage = Last && Last->getType()->isPointerTy();
  if (Name == "__assert_fail") { // expression, file, line, function
    Record.fail(RecordKind::assertion, Call.getArgOperand(0), Call.getArgOperand(1), Call.getArgOperand(2),
                Call.getArgOperand(3));
  } else if (Name == "_ZSt21__glibcxx_assert_failPKciS0_S0_") { // file, line, function, condition
    Record.fail(RecordKind::assertion, Call.getArgOperand(3), Call.getArgOperand(0), Call.getArgOperand(1),
                Call.getArgOperand(2));
  } else if (isVerboseAbort(Name) && IsMessage) { // "%s" and the message of a failed check
    Begin("");
    Record.text(Last);
    End(RecordKind::assertion, "{}");
  } else if (Name.ends_with("PKc") && IsMessage) {
    Begin(exceptionName(Name));
    Record.text(Last);
    End(RecordKind::error, "%s");
  } else if (Name.ends_with("PKcz")) { // a format and what it is for
    StringRef Format;
    SmallVector<bool, 8> Strings;
    if (getConstantStringInfo(Call.getArgOperand(0), Format))
      Strings = stringArguments(Format);
    Begin(exceptionName(Name));
    for (auto [I, Argument] : enumerate(drop_begin(Call.args())))
      Record.variadic(Argument, I < Strings.size() && Strings[I]);
    End(RecordKind::error, Call.getArgOperand(0));
  } else {
    bool Throws = Name.contains("__throw_");
    std::string What = Throws ? exceptionName(Name) : sourceName(Name);
    Record.fail(Throws ? RecordKind::error : RecordKind::ended, Text(What), Text(At.File),
                Builder.getInt32(At.Line), Text(At.Function));
  }
  Call.eraseFromParent();
}

static void lowerTrap(CallBase &Call) {
  RecordWriter Record(Call);
  IRBuilder<> &Builder = Record.builder();
  Place At(Call);
  Record.fail(RecordKind::trap, Record.nullText(),
              At.File.empty() ? Record.nullText() : Builder.CreateGlobalString(At.File),
              Builder.getInt32(At.Line), Builder.CreateGlobalString(At.Function));
  Call.eraseFromParent();
}

void lowerPrinting(Module &M) {
  auto ForCalls = [](Function &F, void (*Lower)(CallBase &)) {
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
        Lower(*Call);
  };
  SmallVector<Function *, 16> Functions;
  for (Function &F : M)
    Functions.push_back(&F);
  for (Function *F : Functions) {
    if (endsProgram(*F))
      ForCalls(*F, lowerError);
    else if (F->isDeclaration() && isPrintFunction(F->getName()) && !F->getName().starts_with("__kcc_"))
      ForCalls(*F, lowerPrintf);
  }
  // The remaining bodies of the functions above trap as well.
  for (Function *F : Functions)
    if (F->getIntrinsicID() == Intrinsic::trap)
      ForCalls(*F, lowerTrap);
  for (Function *F : Functions)
    if (F->use_empty() && (F->getIntrinsicID() == Intrinsic::trap || endsProgram(*F) ||
                           (F->isDeclaration() && isPrintFunction(F->getName()))))
      F->eraseFromParent();
}

} // namespace kcc::compiler
