// The lowering's checks report instructions and symbols. This file finds the names and locations that users
// know: names through the symbol's declaration, locations through debug information. If the instruction is in
// a system header, the location is where the user's own code calls the library. Most messages include advice
// about what to do instead.
#include "compilation/RuleReports.h"
#include "frontend/Attributes.h"
#include "frontend/ParsedSource.h"
#include "lowering/Builtins.h"
#include "lowering/Declarations.h"
#include "lowering/MathFunctions.h"
#include "lowering/RuntimeInitializers.h"
#include "lowering/SymbolNames.h"
#include "targets/CodeProblem.h"
#include "targets/Target.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using clang::SourceLocation;

namespace kcc::compiler {

/// The name by which users know a symbol.
static std::string readableName(ParsedSource &Source, StringRef Symbol) {
  if (auto *Named = dyn_cast_or_null<clang::NamedDecl>(Source.declaration(Symbol)))
    return Named->getQualifiedNameAsString();
  // Without the parameters, as above.
  std::string Name = sourceName(Symbol);
  const StringRef Whole = Name;
  if (!Whole.starts_with("operator()") && !Whole.ends_with("::(lambda)"))
    Name.resize(std::min(Name.size(), Whole.find('(')));
  return Name;
}

static SourceLocation placeOf(ParsedSource &Source, const Instruction &I) {
  // Clang marks assembly with the location of its text.
  if (const MDNode *Text = I.getMetadata("srcloc"); Text && Text->getNumOperands() != 0)
    return SourceLocation::getFromRawEncoding(
        static_cast<unsigned>(mdconst::extract<ConstantInt>(Text->getOperand(0))->getZExtValue()));
  if (const DILocation *Place = I.getDebugLoc())
    return Source.locate(*Place->getScope(), Place->getLine(), Place->getColumn());
  // Code that Clang adds, such as a destructor call, may have no location: then use the function's.
  const DISubprogram *Subprogram = I.getFunction()->getSubprogram();
  return Subprogram ? Source.locate(*Subprogram, Subprogram->getLine()) : SourceLocation();
}

void reportSharedHolder(ParsedSource &Source, const Manifest &Kernels, const SharedHolder &Holder) {
  auto NameOf = [&](const Function *F) {
    return find_if(Kernels.Kernels, [&](const Kernel &K) { return K.Function == F; })->Name;
  };
  StringRef Symbol = Holder.Variable->getName();
  const clang::Decl *Declaration = Source.declaration(Symbol);
  report(Source.diagnostics(), Declaration ? Declaration->getLocation() : SourceLocation(),
         Diag::float_modes_share_variable)
      << readableName(Source, Symbol) << readableName(Source, Holder.Held->getName()) << NameOf(Holder.First)
      << NameOf(Holder.Second);
}

/// Advice about well-known host functions; others get a general answer.
static StringRef remedyFor(StringRef Name) {
  if (Name.starts_with("std::basic_ostream<") || Name.starts_with("std::operator<<") ||
      Name.starts_with("std::ctype<"))
    return "use kcc::print of <kcc/print.h>";
  return StringSwitch<StringRef>(Name)
      .Cases({"realloc", "reallocarray"},
             "use 'malloc', copy, and 'free': a GPU's heap does not tell a block's size")
      .Cases({"aligned_alloc", "posix_memalign", "memalign"},
             "use 'new' with 'std::align_val_t', or a type with 'alignas'")
      .Cases({"fprintf", "fputs", "fputc", "putc", "vfprintf", "fwrite"},
             "call printf, or kcc::print of <kcc/print.h>; kernels have no files")
      .Cases({"exit", "_exit", "quick_exit", "std::exit"}, "return from the kernel instead")
      .Cases({"time", "clock", "clock_gettime", "gettimeofday"}, "measure time on the host, with kcc::Event")
      .Cases({"rand", "srand", "random", "drand48"},
             "compute random numbers from the thread's index, or pass them in a buffer")
      .Cases({"__mulsc3", "__muldc3", "__divsc3", "__divdc3"},
             "compile with -fcx-limited-range, or multiply the real and imaginary parts yourself")
      .Case("getenv", "read the environment on the host and pass the value as a parameter")
      .Case(operation::ProcessorInstruction,
            "write it in C++, or keep it out of kernels with '#ifndef __KCC__'")
      .Default("compute it on the host and pass the result as a parameter, or write it in this file");
}

/// Advice about objects of the host's library.
static StringRef remedyForObject(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Cases({"std::cout", "std::cerr", "std::clog", "stdout", "stderr"},
             "print with kcc::print of <kcc/print.h>, or with printf")
      .Cases({"std::cin", "stdin"}, "read on the host and pass the input in a buffer")
      .Default("pass what the kernel needs of it as a parameter");
}

static std::string kernelName(const Manifest &Kernels, StringRef Symbol) {
  for (const Kernel &K : Kernels.Kernels)
    if (K.Symbol == Symbol)
      return K.Name;
  return Symbol.str();
}

static StringRef remedyForOperation(StringRef Operation) {
  return StringSwitch<StringRef>(Operation)
      .Case(operation::ComputedGoto, "use 'switch'")
      .Case(operation::IndirectFunction, "choose by 'if'")
      .Case(operation::Coroutine, "write the steps as a loop, or as a struct that keeps the state")
      .Case(operation::DynamicAlloca, "give the array a constant size, or use kcc::dynamic_shared<T>()")
      .Case(operation::WideConversion, "convert the elements one by one, from integers of at most 128 bits")
      .Case(operation::ProcessorInstruction,
            "write it in C++, or keep it out of kernels with '#ifndef __KCC__'")
      .Default("compute it on the host and pass the result as a parameter");
}

static bool isInSystemHeader(ParsedSource &Source, SourceLocation Where) {
  clang::SourceManager &SM = Source.sourceManager();
  return SM.isInSystemHeader(SM.getExpansionLoc(Where));
}

/// True if the host's library defines \p Symbol: a system header declares it, or the compiler itself calls
/// it.
static bool isOfHostLibrary(ParsedSource &Source, StringRef Symbol) {
  const clang::Decl *Declaration = Source.declaration(Symbol);
  return !Declaration || Declaration->isImplicit() || Declaration->getLocation().isInvalid() ||
         isInSystemHeader(Source, Declaration->getLocation());
}

static void reportUndefinedFunction(ParsedSource &Source, SourceLocation Where, const std::string &Kernel,
                                    StringRef Symbol) {
  std::string Name = readableName(Source, Symbol);
  if (isOfHostLibrary(Source, Symbol))
    report(Source.diagnostics(), Where, Diag::reach_host_function) << Kernel << Name << remedyFor(Name);
  else
    report(Source.diagnostics(), Where, Diag::reach_undefined_function) << Kernel << Name;
}

static void reportUndefinedVariable(ParsedSource &Source, SourceLocation Where, const std::string &Kernel,
                                    StringRef Symbol) {
  std::string Name = readableName(Source, Symbol);
  auto Report = [&](Diag D) { return report(Source.diagnostics(), Where, D) << Kernel; };
  if (StringRef Class = Name; Class.consume_front("vtable for "))
    Report(Diag::reach_undefined_vtable) << Class;
  else if (isOfHostLibrary(Source, Symbol))
    Report(Diag::reach_host_variable) << Name << remedyForObject(Name);
  else
    Report(Diag::reach_undefined_variable) << Name;
}

/// What to do on a target without a builtin.
static StringRef remedyForBuiltin(StringRef Name) {
  Name.consume_front("__kcc_");
  if (Name.starts_with("named_barrier_") || Name.starts_with("barrier_"))
    return "use kcc::sync_threads()";
  return StringSwitch<StringRef>(Name)
      .Case("sync_grid", "end the kernel there, and launch another one for the rest")
      .Case("nanosleep", "leave it out, as the thread may go on at once")
      .Cases({"clock", "clock64", "global_timer"}, "measure time on the host, with kcc::Event")
      .Case("bulk_copy", "use kcc::async_copy() with kcc::async_wait()")
      .Cases({"texture", "surface"}, "take a buffer instead, as a std::span")
      .Default("do without it");
}

/// \p Library is the function of a library that the user's own code calls to get there; null if none is.
static void reportViolation(ParsedSource &Source, const Target &T, SourceLocation Where,
                            const std::string &Kernel, const Manifest &Kernels, const Violation &V,
                            const Function *Library) {
  std::string Name = readableName(Source, V.Symbol);
  auto Report = [&](Diag D) { return report(Source.diagnostics(), Where, D) << Kernel; };
  switch (V.What) {
  case Violation::Throw:
    Report(Diag::reach_throw);
    return;
  case Violation::UndefinedFunction:
    reportUndefinedFunction(Source, Where, Kernel, V.Symbol);
    return;
  case Violation::UndefinedVariable:
    reportUndefinedVariable(Source, Where, Kernel, V.Symbol);
    return;
  case Violation::ThreadLocal:
    Report(Diag::reach_thread_local) << Name;
    return;
  case Violation::RuntimeInitializer:
    Report(Diag::reach_runtime_initializer) << Name;
    return;
  case Violation::StaticLocal:
    Report(Diag::reach_static_local);
    return;
  case Violation::UnsupportedType:
    Report(Diag::reach_unsupported_type) << V.Symbol;
    return;
  case Violation::UnsupportedOperation:
    Report(Diag::reach_unsupported_operation) << V.Symbol << remedyForOperation(V.Symbol);
    return;
  case Violation::ConstantWritten:
    Report(Diag::reach_constant_written) << Name;
    return;
  case Violation::KernelCall:
    Report(Diag::kernel_called) << kernelName(Kernels, V.Symbol);
    return;
  case Violation::KernelAddress:
    Report(Diag::kernel_address_taken) << kernelName(Kernels, V.Symbol);
    return;
  case Violation::MissingAtomic:
    if (StringRef(V.FirstWith).starts_with("PTX"))
      Report(Diag::reach_atomic_of_newer_ptx) << V.Symbol << V.FirstWith;
    else if (V.FirstWith == NoArchitecture)
      Report(Diag::reach_atomic_without_code) << V.Symbol << T.backEnd();
    else
      Report(Diag::reach_missing_atomic) << V.Symbol << V.FirstWith << T.arch();
    return;
  case Violation::MissingBuiltin:
    // Users call a function of the headers, and builtins have other names.
    Name = Library ? readableName(Source, Library->getName()) : publicName(*findBuiltin(V.Symbol));
    if (V.FirstWith == NoArchitecture)
      Report(Diag::reach_builtin_without_code) << Name << T.backEnd() << remedyForBuiltin(V.Symbol);
    else
      Report(Diag::reach_missing_builtin) << Name << V.FirstWith << T.arch();
    return;
  case Violation::Assembly:
    Report(Diag::asm_operand) << V.Symbol;
    report(Source.diagnostics(), Where, Diag::asm_constraints);
    return;
  case Violation::HostAssembly:
    Report(Diag::asm_on_host);
    return;
  case Violation::MutualRecursion:
    Report(Diag::reach_mutual_recursion) << Name << T.backEnd();
    return;
  case Violation::CallThroughPointer:
    Report(Diag::reach_call_through_pointer) << T.backEnd();
    return;
  case Violation::PrintfFormat:
    Report(Diag::printf_format_unknown);
    return;
  case Violation::PrintfWrites:
    Report(Diag::printf_writes);
    return;
  case Violation::PrintfArgumentList:
    Report(Diag::printf_argument_list);
    return;
  }
}

void reportViolations(ParsedSource &Source, const Target &T, const Manifest &Kernels,
                      const std::vector<Violation> &Violations) {
  DenseSet<SourceLocation> Reported;
  for (const Violation &V : Violations) {
    std::string Kernel = kernelName(Kernels, V.Kernel->getName());
    // Users do not care about the library's internals: report the location where their own code calls the
    // library.
    SourceLocation Where = placeOf(Source, *V.Where);
    const Instruction *At = V.Where;
    const Function *Library = nullptr;
    ArrayRef<const Instruction *> Chain = V.Chain;
    while (!Chain.empty() && (Where.isInvalid() || isInSystemHeader(Source, Where))) {
      if (Where.isValid())
        Library = At->getFunction();
      At = Chain.front();
      Where = placeOf(Source, *At);
      Chain = Chain.drop_front();
    }
    // If one location reaches several things, as `std::cout << x` does, the first report is enough.
    if (Where.isValid() && !Reported.insert(Where).second)
      continue;
    reportViolation(Source, T, Where, Kernel, Kernels, V, Library);
    for (const Instruction *Call : Chain)
      if (SourceLocation Caller = placeOf(Source, *Call); Caller.isValid()) // a thunk has none
        report(Source.diagnostics(), Caller, Diag::called_here)
            << (Call->getFunction() == V.Kernel ? Kernel
                                                : readableName(Source, Call->getFunction()->getName()));
  }
}

/// What is wrong if \p Function of a library computes with double. It need not be the user's code that brings
/// it in.
static std::string doubleInLibrary(ParsedSource &Source, const DISubprogram &Function) {
  StringRef Symbol = Function.getLinkageName();
  if (Symbol.empty())
    Symbol = Function.getName();
  auto *Declared = dyn_cast_or_null<clang::FunctionDecl>(Source.declaration(Symbol));
  const bool IsForDouble =
      Declared && StringRef(Declared->getType().getCanonicalType().getAsString()).contains("double");
  return "'double' in '" + readableName(Source, Symbol) + "'; " +
         (IsForDouble ? "call the version for 'float' if there is one" : "do without it") +
         ", or name the targets that have 'double': [[kcc::targets(\"ptx\", \"cpu\")]]";
}

void reportCodeProblem(ParsedSource &Source, const Target &T, const Manifest &Kernels,
                       const CodeProblem &Problem) {
  auto PlaceOf = [&](const DILocation *Place) {
    return Source.locate(*Place->getScope(), Place->getLine(), Place->getColumn());
  };
  auto FunctionOf = [&](const DILocation *Place) {
    const DISubprogram *Function = Place->getScope()->getSubprogram();
    StringRef Symbol = Function->getLinkageName();
    return readableName(Source, Symbol.empty() ? Function->getName() : Symbol);
  };
  ArrayRef<const DILocation *> Places = Problem.places();
  const DILocation *Library = nullptr; // in the function that the user's own code calls
  for (; !Places.empty(); Places = Places.drop_front()) {
    const SourceLocation Place = PlaceOf(Places.front());
    if (Place.isValid() && !isInSystemHeader(Source, Place))
      break;
    if (Place.isValid() || Places.front()->getFilename() == MathFunctionFile)
      Library = Places.front();
  }
  auto Root = find_if(Kernels.Kernels, [&](const Kernel &K) { return K.Entry == Problem.root(); });
  const bool IsInKernel = Root != Kernels.Kernels.end();
  SourceLocation Where;
  if (!Places.empty())
    Where = PlaceOf(Places.front());
  else if (IsInKernel)
    Where = Source.declaration(Root->Symbol)->getLocation();
  // Where a function is called only through a pointer, nothing tells which kernel reaches it.
  const std::string Who = IsInKernel        ? "kernel '" + Root->Name + "'"
                          : !Places.empty() ? "'" + FunctionOf(Places.back()) + "'"
                                            : "a kernel";
  std::string Text = Problem.message();
  if (Library && Text == DoubleProblem)
    Text = doubleInLibrary(Source, *Library->getScope()->getSubprogram());
  auto [What, Advice] = StringRef(Text).split("; ");
  report(Source.diagnostics(), Where, Diag::reach_without_code)
      << Who << What << T.backEnd()
      << (Advice.empty() ? "write it in another way, or name the targets that have it: "
                           "[[kcc::targets(\"ptx\", \"cpu\")]]"
                         : Advice);
  for (const DILocation *Call : Places.empty() ? Places : Places.drop_front())
    report(Source.diagnostics(), PlaceOf(Call), Diag::called_here) << FunctionOf(Call);
}

/// The location of a declaration's name; the line for declarations that Clang does not list, such as static
/// locals.
static SourceLocation placeOf(ParsedSource &Source, StringRef Symbol, const SourcePlace &Place) {
  if (const clang::Decl *Declaration = Source.declaration(Symbol))
    return Declaration->getLocation();
  return Source.locate(Place.File, Place.Line);
}

bool checkEntry(ParsedSource &Source, const Manifest &Known, const Kernel &K) {
  auto *Declaration = cast<clang::FunctionDecl>(Source.declaration(K.Symbol));
  if (!K.SecondEntry.empty()) {
    report(Source.diagnostics(), Declaration->getLocation(), Diag::kernel_has_two_names)
        << Declaration << K.Entry << K.SecondEntry;
    for (const WrittenAttribute &A : writtenAttributes(*Declaration, "kernel"))
      if (A.Text == K.Entry) {
        report(Source.diagnostics(), A.Where, Diag::other_attribute_here) << "kernel(\"" + K.Entry + "\")";
        break;
      }
    return false;
  }
  for (const Kernel &Other : Known.Kernels)
    if (Other.Entry == K.Entry) {
      report(Source.diagnostics(), Declaration->getLocation(), Diag::kernel_name_taken)
          << Declaration->getQualifiedNameAsString() << Other.Name << K.Entry;
      report(Source.diagnostics(), placeOf(Source, Other.Symbol, Other.Place), Diag::other_kernel_here)
          << Other.Name;
      return false;
    }
  return true;
}

SmallPtrSet<const GlobalVariable *, 8> takeRuntimeInitialized(ParsedSource &Source, Module &M) {
  // The IR tells which variables the code mentions, the source which of them it initializes: the others are
  // only read or passed on.
  auto Mentioned = takeRuntimeInitialized(M);
  Mentioned.remove_if([&](const GlobalVariable *V) {
    auto *Declaration = dyn_cast_or_null<clang::VarDecl>(Source.declaration(V->getName()));
    return Declaration && (!Declaration->getAnyInitializer() || Declaration->hasConstantInitialization());
  });
  return Mentioned;
}

bool checkVariables(ParsedSource &Source, const Module &M, const Declarations &A,
                    const SmallPtrSetImpl<const GlobalVariable *> &RuntimeInitialized) {
  // A static local with lazy initialization has a guard variable.
  auto HasGuard = [&](const GlobalVariable &V) {
    StringRef Name = V.getName();
    return Name.consume_front("_Z") && M.getNamedGlobal(("_ZGV" + Name).str());
  };
  bool Good = true;
  auto Check = [&](const std::vector<DeclaredVariable> &Variables, bool ValueAllowed, Diag D) {
    for (const DeclaredVariable &V : Variables) {
      bool HasValue = V.Variable->hasInitializer() && !V.Variable->getInitializer()->isNullValue() &&
                      !isa<UndefValue>(V.Variable->getInitializer());
      if (RuntimeInitialized.contains(V.Variable) || HasGuard(*V.Variable) || (HasValue && !ValueAllowed)) {
        report(Source.diagnostics(), placeOf(Source, V.Variable->getName(), V.Place), D)
            << readableName(Source, V.Variable->getName());
        Good = false;
      }
    }
  };
  auto CheckAddresses = [&](const GlobalVariable *Shared) {
    SmallPtrSet<const User *, 8> Seen;
    SmallVector<const User *, 8> Open(Shared->user_begin(), Shared->user_end());
    while (!Open.empty()) {
      const User *U = Open.pop_back_val();
      if (!isa<Constant>(U) || !Seen.insert(U).second)
        continue;
      // The lowering turns constants into code, but a variable must have its value from the start.
      if (auto *Holder = dyn_cast<GlobalVariable>(U); Holder && !Holder->isConstant()) {
        const clang::Decl *Declaration = Source.declaration(Holder->getName());
        report(Source.diagnostics(), Declaration ? Declaration->getLocation() : SourceLocation(),
               Diag::shared_address_in_initializer)
            << readableName(Source, Holder->getName()) << readableName(Source, Shared->getName());
        Good = false;
      } else {
        Open.append(U->user_begin(), U->user_end());
      }
    }
  };
  for (const DeclaredVariable &V : A.Shared)
    CheckAddresses(V.Variable);
  Check(A.Shared, false, Diag::shared_has_constructor);
  Check(A.Constant, true, Diag::constant_has_constructor);
  return Good;
}

bool checkInitializers(ParsedSource &Source, const Module &M) {
  for (const GlobalVariable &V : M.globals()) {
    SmallPtrSet<const Constant *, 16> Seen;
    SmallVector<const Constant *, 16> Open;
    if (V.hasInitializer())
      Open.push_back(V.getInitializer());
    while (!Open.empty()) {
      const Constant *C = Open.pop_back_val();
      if (C == &V) {
        const clang::Decl *Declaration = Source.declaration(V.getName());
        report(Source.diagnostics(), Declaration ? Declaration->getLocation() : SourceLocation(),
               Diag::reach_circular_initializer)
            << readableName(Source, V.getName());
        return false;
      }
      if (!Seen.insert(C).second)
        continue;
      auto *Other = dyn_cast<GlobalVariable>(C);
      if (Other && Other->hasInitializer())
        Open.push_back(Other->getInitializer());
      if (!isa<GlobalValue>(C))
        for (const Use &U : C->operands())
          Open.push_back(cast<Constant>(U));
    }
  }
  return true;
}

bool checkAlignments(ParsedSource &Source, const TargetFacts &Limits, const Module &M,
                     const Declarations &A) {
  bool Good = true;
  for (const GlobalVariable &V : M.globals()) {
    bool IsShared = any_of(A.Shared, [&](const DeclaredVariable &S) { return S.Variable == &V; });
    std::uint64_t Limit = IsShared ? Limits.MaxSharedAlignment : Limits.MaxGlobalAlignment;
    std::uint64_t Alignment = V.getAlign().valueOrOne().value();
    if (Limit == 0 || Alignment <= Limit)
      continue;
    // `__const.function.variable` has the initial value of a local variable, and may replace the variable.
    StringRef Symbol = V.getName(), Local;
    if (Symbol.consume_front("__const."))
      std::tie(Symbol, Local) = Symbol.rsplit('.');
    const clang::Decl *Declaration = Source.declaration(Symbol);
    report(Source.diagnostics(), Declaration ? Declaration->getLocation() : SourceLocation(),
           Diag::alignment_too_large)
        << (Local.empty() ? readableName(Source, Symbol) : Local.str()) << std::to_string(Alignment)
        << (IsShared ? "shared" : "global and constant") << std::to_string(Limit);
    Good = false;
  }
  return Good;
}

bool checkMemory(ParsedSource &Source, const TargetFacts &Limits, const Declarations &A,
                 const Manifest &Kernels) {
  bool Good = true;
  for (const Kernel &K : Kernels.Kernels)
    if (K.StaticSharedBytes > Limits.MaxStaticSharedBytes) {
      report(Source.diagnostics(), placeOf(Source, K.Symbol, K.Place), Diag::shared_too_large)
          << K.Name << std::to_string(K.StaticSharedBytes) << std::to_string(Limits.MaxStaticSharedBytes);
      Good = false;
    }
  if (A.ConstantBytes > Limits.MaxConstantBytes) {
    const DeclaredVariable &First = A.Constant.front();
    report(Source.diagnostics(), placeOf(Source, First.Symbol, First.Place), Diag::constant_too_large)
        << std::to_string(A.ConstantBytes) << std::to_string(Limits.MaxConstantBytes);
    Good = false;
  }
  return Good;
}

} // namespace kcc::compiler
