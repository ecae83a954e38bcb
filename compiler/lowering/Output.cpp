// How output becomes records.
//
// Each call that prints or ends a kernel becomes code that writes one record: RecordWriter computes the size,
// reserves space with __kcc_output_begin, puts the format and the arguments there, and calls
// __kcc_output_end. The host does the formatting (runtime/core/format_printf.cpp). The compiler reads
// printf's format only to find out which pointers are strings and to reject %n, so if there are pointers, the
// format must be a literal (outputProblem).
//
// Common parts, such as the loop over a string's characters, are functions written as LLVM assembly
// (PartsText). One of them, kcc.fail, writes the whole record of a failure that has no message of its own, so
// that each place that can fail costs a single call.
#include "lowering/Output.h"
#include "kcc/device/output_record.h"
#include "kcc/printf_format.h"
#include "lowering/LibraryTraps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace kcc::compiler {

using abi::OutputKind;
using abi::OutputType;

/// Functions that write the parts of a record, for both targets. The numbers are those of
/// include/kcc/device/output_record.h.
static constexpr char PartsText[] = R"(
declare i64 @__kcc_output_begin(i32, i32)
declare void @__kcc_output_put(i64, i32, ptr, i32)
declare void @__kcc_output_end(i64, i32)
declare void @__kcc_output_stop() noreturn
declare i32 @llvm.umin.i32(i32, i32)

; The characters of a text, 1025 where there are more than 1024.
define i32 @kcc.text.length(ptr %text) noinline {
entry:
  %none = icmp eq ptr %text, null
  br i1 %none, label %end, label %look
look:
  %n = phi i32 [ 0, %entry ], [ %next, %more ]
  %at = getelementptr i8, ptr %text, i32 %n
  %c = load i8, ptr %at
  %last = icmp eq i8 %c, 0
  br i1 %last, label %end, label %more
more:
  %next = add i32 %n, 1
  %full = icmp eq i32 %next, 1025
  br i1 %full, label %end, label %look
end:
  %result = phi i32 [ 0, %entry ], [ %n, %look ], [ 1025, %more ]
  ret i32 %result
}

; The bytes that a text of this length takes as an argument.
define i32 @kcc.text.size(i32 %length) {
  %sent = call i32 @llvm.umin.i32(i32 %length, i32 1024)
  %up = add i32 %sent, 15
  %size = and i32 %up, -8
  ret i32 %size
}

; The two numbers of 4 bytes in front of a payload or an argument.
define void @kcc.put.pair(i64 %at, i32 %offset, i32 %first, i32 %second) {
  %pair = alloca [2 x i32], align 8
  store i32 %first, ptr %pair
  %p = getelementptr i32, ptr %pair, i32 1
  store i32 %second, ptr %p
  call void @__kcc_output_put(i64 %at, i32 %offset, ptr %pair, i32 8)
  ret void
}

; Both return where the next argument goes.
define i32 @kcc.put.value(i64 %at, i32 %offset, i32 %type, i64 %bits) {
  %value = alloca i64, align 8
  store i64 %bits, ptr %value
  call void @kcc.put.pair(i64 %at, i32 %offset, i32 %type, i32 8)
  %data = add i32 %offset, 8
  call void @__kcc_output_put(i64 %at, i32 %data, ptr %value, i32 8)
  %next = add i32 %offset, 16
  ret i32 %next
}
define i32 @kcc.put.text(i64 %at, i32 %offset, ptr %text, i32 %length) {
  %sent = call i32 @llvm.umin.i32(i32 %length, i32 1024)
  %cut = icmp ugt i32 %length, 1024
  %whole = select i1 %cut, i32 13, i32 12
  %none = icmp eq ptr %text, null
  %type = select i1 %none, i32 14, i32 %whole
  call void @kcc.put.pair(i64 %at, i32 %offset, i32 %type, i32 %sent)
  %data = add i32 %offset, 8
  call void @__kcc_output_put(i64 %at, i32 %data, ptr %text, i32 %sent)
  %size = call i32 @kcc.text.size(i32 %length)
  %next = add i32 %offset, %size
  ret i32 %next
}

; The record of a failure without a message, and the end of the kernel.
define void @kcc.fail(i32 %kind, ptr %what, ptr %file, i32 %line, ptr %function) noinline cold noreturn {
  %l1 = call i32 @kcc.text.length(ptr %what)
  %l2 = call i32 @kcc.text.length(ptr %file)
  %l3 = call i32 @kcc.text.length(ptr %function)
  %s1 = call i32 @kcc.text.size(i32 %l1)
  %s2 = call i32 @kcc.text.size(i32 %l2)
  %s3 = call i32 @kcc.text.size(i32 %l3)
  %a = add i32 %s1, %s2
  %b = add i32 %a, %s3
  %bytes = add i32 %b, 24
  %at = call i64 @__kcc_output_begin(i32 %kind, i32 %bytes)
  call void @kcc.put.pair(i64 %at, i32 0, i32 0, i32 4)
  %o1 = call i32 @kcc.put.text(i64 %at, i32 8, ptr %what, i32 %l1)
  %o2 = call i32 @kcc.put.text(i64 %at, i32 %o1, ptr %file, i32 %l2)
  %wide = zext i32 %line to i64
  %o3 = call i32 @kcc.put.value(i64 %at, i32 %o2, i32 4, i64 %wide)
  %o4 = call i32 @kcc.put.text(i64 %at, i32 %o3, ptr %function, i32 %l3)
  call void @__kcc_output_end(i64 %at, i32 %bytes)
  call void @__kcc_output_stop()
  unreachable
}
)";
static_assert(abi::max_output_text == 1024 && static_cast<int>(OutputType::u32) == 4 &&
              static_cast<int>(OutputType::string) == 12 && static_cast<int>(OutputType::cut) == 13 &&
              static_cast<int>(OutputType::null) == 14);

bool isOutputFunction(StringRef Name) {
  return is_contained({"printf", "vprintf", "puts", "putchar"}, Name) || Name.starts_with("__kcc_output_");
}

void dropHostOutput(Module &M) {
  for (Function &F : M)
    if ((F.hasAvailableExternallyLinkage() || F.hasLinkOnceLinkage()) && isOutputFunction(F.getName())) {
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

OutputProblem outputProblem(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || (Callee->getName() != "printf" && Callee->getName() != "vprintf"))
    return OutputProblem::None;
  auto Types = variadicTypes(Call);
  if (!Types)
    return OutputProblem::ArgumentList;
  StringRef Format;
  if (!getConstantStringInfo(Call.getArgOperand(0), Format))
    return any_of(*Types, [](Type *T) { return T->isPointerTy(); }) ? OutputProblem::UnknownFormat
                                                                    : OutputProblem::None;
  std::size_t At = 0;
  while (auto C = abi::next_printf_conversion({Format.data(), Format.size()}, At)) {
    At = C->end;
    if (C->letter == 'n')
      return OutputProblem::Writes;
  }
  return OutputProblem::None;
}

namespace {

/// Writes one record before an instruction.
class RecordWriter {
public:
  RecordWriter(Instruction &Where) : M(*Where.getModule()), Builder(&Where) {}

  void text(Value *Text) {
    Value *Length = Builder.CreateCall(function("kcc.text.length", i32(), {ptr()}), Text);
    Arguments.push_back({Text, Length, OutputType::string});
    add(Builder.CreateCall(function("kcc.text.size", i32(), {i32()}), Length));
  }
  void text(StringRef Text) { text(Text.empty() ? nullText() : Builder.CreateGlobalString(Text)); }
  void number(OutputType T, Value *V) {
    Arguments.push_back({V, nullptr, T});
    add(Builder.getInt32(16));
  }

  /// An argument that C passes through `...`.
  void variadic(Value *V, bool IsString) {
    Type *T = V->getType();
    if (T->isPointerTy() && IsString)
      return text(V);
    if (T->isPointerTy())
      return number(OutputType::pointer, Builder.CreatePtrToInt(V, i64()));
    if (T->isFloatingPointTy())
      return number(OutputType::f64,
                    Builder.CreateBitCast(Builder.CreateFPExt(V, Builder.getDoubleTy()), i64()));
    bool IsWide = T->getIntegerBitWidth() > 32;
    number(IsWide ? OutputType::i64 : OutputType::i32, Builder.CreateSExtOrTrunc(V, i64()));
  }

  void write(OutputKind Kind, Value *Format) {
    Value *Length = Builder.CreateCall(function("kcc.text.length", i32(), {ptr()}), Format);
    Length = Builder.CreateBinaryIntrinsic(Intrinsic::umin, Length, Builder.getInt32(abi::max_output_text));
    Value *Padded = Builder.CreateAnd(Builder.CreateAdd(Length, Builder.getInt32(7)), ~7u);
    Value *Offset = Builder.CreateAdd(Padded, Builder.getInt32(8));
    Value *All = Builder.CreateAdd(Bytes, Offset);
    Value *At = Builder.CreateCall(function("__kcc_output_begin", i64(), {i32(), i32()}),
                                   {Builder.getInt32(static_cast<unsigned>(Kind)), All});
    Builder.CreateCall(
        function("kcc.put.pair", Builder.getVoidTy(), {i64(), i32(), i32(), i32()}),
        {At, Builder.getInt32(0), Length, Builder.getInt32(static_cast<unsigned>(Arguments.size()))});
    Builder.CreateCall(function("__kcc_output_put", Builder.getVoidTy(), {i64(), i32(), ptr(), i32()}),
                       {At, Builder.getInt32(8), Format, Length});
    for (const Argument &A : Arguments)
      Offset = A.Length ? Builder.CreateCall(function("kcc.put.text", i32(), {i64(), i32(), ptr(), i32()}),
                                             {At, Offset, A.V, A.Length})
                        : Builder.CreateCall(function("kcc.put.value", i32(), {i64(), i32(), i32(), i64()}),
                                             {At, Offset, Builder.getInt32(static_cast<unsigned>(A.T)), A.V});
    Builder.CreateCall(function("__kcc_output_end", Builder.getVoidTy(), {i64(), i32()}), {At, All});
  }
  void write(OutputKind Kind, StringRef Format) { write(Kind, Builder.CreateGlobalString(Format)); }

  void stop() { Builder.CreateCall(function("__kcc_output_stop", Builder.getVoidTy(), {})); }

  void fail(OutputKind Kind, Value *What, Value *File, Value *Line, Value *In) {
    Builder.CreateCall(function("kcc.fail", Builder.getVoidTy(), {i32(), ptr(), ptr(), i32(), ptr()}),
                       {Builder.getInt32(static_cast<unsigned>(Kind)), What, File, Line, In});
  }

  Value *nullText() { return ConstantPointerNull::get(Builder.getPtrTy()); }
  IRBuilder<> &builder() { return Builder; }

private:
  struct Argument {
    Value *V, *Length;
    OutputType T;
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
  explicit Place(const Instruction &I) : Function(demangle(I.getFunction()->getName())) {
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
    Record.write(OutputKind::printf, "%s\n");
  } else if (Name == "putchar") {
    Record.variadic(Call.getArgOperand(0), false);
    Record.write(OutputKind::printf, "%c");
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
    Record.write(OutputKind::printf, Call.getArgOperand(0));
  }
  // putchar returns its character, the others a nonnegative number.
  Call.replaceAllUsesWith(Name == "putchar" ? Call.getArgOperand(0) : ConstantInt::get(Call.getType(), 0));
  Call.eraseFromParent();
}

/// "std::out_of_range" of `std::__throw_out_of_range_fmt(char const*, ...)`, and of
/// `std::__1::__throw_out_of_range[abi:nn220000](char const*)`.
static std::string exceptionName(StringRef Symbol) {
  std::string Name = demangle(Symbol);
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
    Record.number(OutputType::u32, Builder.getInt64(At.Line));
    Record.text(At.Function);
  };
  auto End = [&](OutputKind Kind, auto Format) {
    Record.write(Kind, Format);
    Record.stop();
  };
  Value *Last = Call.arg_empty() ? nullptr : Call.getArgOperand(Call.arg_size() - 1);
  bool IsMessage = Last && Last->getType()->isPointerTy();
  if (Name == "__assert_fail") { // expression, file, line, function
    Record.fail(OutputKind::assertion, Call.getArgOperand(0), Call.getArgOperand(1), Call.getArgOperand(2),
                Call.getArgOperand(3));
  } else if (Name == "_ZSt21__glibcxx_assert_failPKciS0_S0_") { // file, line, function, condition
    Record.fail(OutputKind::assertion, Call.getArgOperand(3), Call.getArgOperand(0), Call.getArgOperand(1),
                Call.getArgOperand(2));
  } else if (isVerboseAbort(Name) && IsMessage) { // "%s" and the message of a failed check
    Begin("");
    Record.text(Last);
    End(OutputKind::assertion, "{}");
  } else if (Name.ends_with("PKc") && IsMessage) {
    Begin(exceptionName(Name));
    Record.text(Last);
    End(OutputKind::error, "%s");
  } else if (Name.ends_with("PKcz")) { // a format and what it is for
    StringRef Format;
    SmallVector<bool, 8> Strings;
    if (getConstantStringInfo(Call.getArgOperand(0), Format))
      Strings = stringArguments(Format);
    Begin(exceptionName(Name));
    for (auto [I, Argument] : enumerate(drop_begin(Call.args())))
      Record.variadic(Argument, I < Strings.size() && Strings[I]);
    End(OutputKind::error, Call.getArgOperand(0));
  } else {
    bool Throws = Name.contains("__throw_");
    std::string What = Throws ? exceptionName(Name) : demangle(Name);
    Record.fail(Throws ? OutputKind::error : OutputKind::ended, Text(What), Text(At.File),
                Builder.getInt32(At.Line), Text(At.Function));
  }
  Call.eraseFromParent();
}

static void lowerTrap(CallBase &Call) {
  RecordWriter Record(Call);
  IRBuilder<> &Builder = Record.builder();
  Place At(Call);
  Record.fail(OutputKind::trap, Record.nullText(),
              At.File.empty() ? Record.nullText() : Builder.CreateGlobalString(At.File),
              Builder.getInt32(At.Line), Builder.CreateGlobalString(At.Function));
  Call.eraseFromParent();
}

void lowerOutput(Module &M) {
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
    else if (F->isDeclaration() && isOutputFunction(F->getName()) && !F->getName().starts_with("__kcc_"))
      ForCalls(*F, lowerPrintf);
  }
  // The remaining bodies of the functions above trap as well.
  for (Function *F : Functions)
    if (F->getIntrinsicID() == Intrinsic::trap)
      ForCalls(*F, lowerTrap);
  for (Function *F : Functions)
    if (F->use_empty() && (F->getIntrinsicID() == Intrinsic::trap || endsProgram(*F) ||
                           (F->isDeclaration() && isOutputFunction(F->getName()))))
      F->eraseFromParent();
  linkText(M, PartsText);
}

void linkText(Module &M, StringRef Text) {
  SMDiagnostic Problem;
  bool Discards = M.getContext().shouldDiscardValueNames(); // Clang sets it, but parsing text needs names
  M.getContext().setDiscardValueNames(false);
  std::unique_ptr<Module> Parsed = parseAssemblyString(Text, Problem, M.getContext());
  M.getContext().setDiscardValueNames(Discards);
  if (!Parsed)
    report_fatal_error("kcc's own assembly, line " + Twine(Problem.getLineNo()) + ": " +
                       Problem.getMessage());
  auto IsWanted = [&](const Function &F) {
    const Function *Here = M.getFunction(F.getName());
    return Here && Here->isDeclaration() && !F.isDeclaration() && !F.isIntrinsic();
  };
  if (none_of(*Parsed, IsWanted))
    return;
  Parsed->setDataLayout(M.getDataLayout());
  Parsed->setTargetTriple(M.getTargetTriple());
  SmallVector<std::string, 8> Names;
  for (const Function &F : *Parsed)
    if (!F.isDeclaration())
      Names.push_back(F.getName().str());
  if (Linker::linkModules(M, std::move(Parsed), Linker::Flags::LinkOnlyNeeded))
    report_fatal_error("kcc's own assembly does not fit the module");
  for (const std::string &Name : Names)
    if (Function *F = M.getFunction(Name); F && !F->isDeclaration())
      F->setLinkage(GlobalValue::InternalLinkage);
}

} // namespace kcc::compiler
