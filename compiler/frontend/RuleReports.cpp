#include "frontend/RuleReports.h"
#include "frontend/ParsedSource.h"
#include "lowering/Annotations.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using clang::SourceLocation;

namespace kcc::compiler {

// PTX ISA and CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint64_t MaxStaticSharedBytes = 48 * 1024;
constexpr std::uint64_t MaxConstantBytes = 64 * 1024;

/// The name a person knows a symbol by.
static std::string readableName(ParsedSource &Source, StringRef Symbol) {
  if (auto *Named = dyn_cast_or_null<clang::NamedDecl>(Source.declaration(Symbol)))
    return Named->getQualifiedNameAsString();
  // Without the parameters, as above.
  std::string Demangled = demangle(Symbol);
  return Demangled.substr(0, Demangled.starts_with("operator()") ? std::string::npos : Demangled.find('('));
}

static SourceLocation placeOf(ParsedSource &Source, const Instruction &I) {
  const DILocation *Place = I.getDebugLoc();
  // Code that clang adds, such as a call of a destructor, may have none: then the function's own place.
  if (!Place) {
    const DISubprogram *Subprogram = I.getFunction()->getSubprogram();
    return Subprogram ? Source.locate(Subprogram->getFilename(), Subprogram->getLine()) : SourceLocation();
  }
  return Source.locate(Place->getFilename(), Place->getLine(), Place->getColumn());
}

/// What to do about well-known functions of the host; the others get a general answer.
static StringRef remedyFor(StringRef Name) {
  return StringSwitch<StringRef>(Name)
      .Cases({"malloc", "calloc", "realloc", "aligned_alloc", "operator new", "operator new[]"},
             "let the host allocate a buffer and pass it as 'std::span', or use a local or shared array")
      .Case("free", "memory belongs to the host; remove the call")
      .Cases({"printf", "puts", "putchar", "fprintf", "fputs", "fputc", "vprintf"},
             "write what is to be printed to a buffer and print it on the host")
      .Cases({"exit", "_exit", "quick_exit", "std::exit"}, "return from the kernel instead")
      .Cases({"time", "clock", "clock_gettime", "gettimeofday"}, "measure time on the host, with kcc::Event")
      .Cases({"rand", "srand", "random", "drand48"}, "compute random numbers from the thread's index, or pass them in a buffer")
      .Cases({"__mulsc3", "__muldc3", "__divsc3", "__divdc3"},
             "compile with -fcx-limited-range, or multiply the real and imaginary parts yourself")
      .Case("getenv", "read the environment on the host and pass the value as a parameter")
      .Default("compute it on the host and pass the result as a parameter, or write it in this file");
}

static std::string kernelName(const Manifest &Kernels, StringRef Entry) {
  for (const Kernel &K : Kernels.Kernels)
    if (K.Entry == Entry)
      return K.Name;
  return Entry.str();
}

/// A function without a body here: the host's library has it if a system header declares it.
static void reportUndefined(ParsedSource &Source, SourceLocation Where, const std::string &Kernel, StringRef Symbol) {
  std::string Name = readableName(Source, Symbol);
  const clang::Decl *Declaration = Source.declaration(Symbol);
  clang::SourceManager &SM = Source.compiler().getSourceManager();
  bool Implicit = !Declaration || Declaration->isImplicit() || Declaration->getLocation().isInvalid();
  if (Implicit || SM.isInSystemHeader(SM.getExpansionLoc(Declaration->getLocation())))
    report(Source.diagnostics(), Where, Diag::reach_host_function) << Kernel << Name << remedyFor(Name);
  else
    report(Source.diagnostics(), Where, Diag::reach_undefined_function) << Kernel << Name;
}

void reportViolations(ParsedSource &Source, const Manifest &Kernels, const std::vector<Violation> &Violations) {
  clang::DiagnosticsEngine &Diagnostics = Source.diagnostics();
  for (const Violation &V : Violations) {
    std::string Kernel = kernelName(Kernels, V.Kernel->getName());
    SourceLocation Where = placeOf(Source, *V.Where);
    auto Report = [&](Diag D) { report(Diagnostics, Where, D) << Kernel << readableName(Source, V.Symbol); };
    switch (V.What) {
    case Violation::Throw:
      report(Diagnostics, Where, Diag::reach_throw) << Kernel;
      break;
    case Violation::UndefinedFunction:
      reportUndefined(Source, Where, Kernel, V.Symbol);
      break;
    case Violation::Math:
      Report(Diag::reach_math);
      break;
    case Violation::UndefinedVariable:
      Report(Diag::reach_undefined_variable);
      break;
    case Violation::ThreadLocal:
      Report(Diag::reach_thread_local);
      break;
    case Violation::RuntimeInitializer:
      Report(Diag::reach_runtime_initializer);
      break;
    case Violation::StaticLocal:
      report(Diagnostics, Where, Diag::reach_static_local) << Kernel;
      break;
    case Violation::UnsupportedType:
      report(Diagnostics, Where, Diag::reach_unsupported_type) << Kernel << V.Symbol;
      break;
    case Violation::KernelCall:
      report(Diagnostics, Where, Diag::kernel_called) << Kernel << kernelName(Kernels, V.Symbol);
      break;
    }
    for (const Instruction *Call : V.Chain)
      report(Diagnostics, placeOf(Source, *Call), Diag::called_here)
          << (Call->getFunction() == V.Kernel ? Kernel : readableName(Source, Call->getFunction()->getName()));
  }
}

bool checkEntryNames(ParsedSource &Source, const Manifest &Kernels) {
  StringMap<const Kernel *> Names;
  bool Good = true;
  for (const Kernel &K : Kernels.Kernels) {
    auto [Other, New] = Names.insert({K.Entry, &K});
    if (New)
      continue;
    report(Source.diagnostics(), {}, Diag::kernel_name_taken) << Other->second->Name << K.Name << K.Entry;
    Good = false;
  }
  return Good;
}

void checkVariables(ParsedSource &Source, const Annotations &A,
                    const SmallPtrSetImpl<const GlobalVariable *> &RuntimeInitialized) {
  // A static local that is initialized on first use has a guard variable beside it.
  auto HasGuard = [&](const GlobalVariable &V) {
    StringRef Name = V.getName();
    return Name.consume_front("_Z") && Source.module().getNamedGlobal(("_ZGV" + Name).str());
  };
  auto Check = [&](const std::vector<VariableAnnotation> &Variables, bool ValueAllowed, Diag D) {
    for (const VariableAnnotation &V : Variables) {
      bool HasValue = V.Variable->hasInitializer() && !V.Variable->getInitializer()->isNullValue() &&
                      !isa<UndefValue>(V.Variable->getInitializer());
      if (RuntimeInitialized.contains(V.Variable) || HasGuard(*V.Variable) || (HasValue && !ValueAllowed))
        report(Source.diagnostics(), Source.locate(V.Place.File, V.Place.Line), D)
            << readableName(Source, V.Variable->getName());
    }
  };
  Check(A.Shared, false, Diag::shared_has_constructor);
  Check(A.Constant, true, Diag::constant_has_constructor);
}

bool checkMemory(ParsedSource &Source, const Annotations &A, const Manifest &Kernels) {
  bool Good = true;
  for (const Kernel &K : Kernels.Kernels)
    if (K.StaticSharedBytes > MaxStaticSharedBytes) {
      auto Annotated = find_if(A.Kernels, [&](const KernelAnnotation &Row) { return Row.Entry == K.Entry; });
      SourceLocation Where =
          Annotated == A.Kernels.end() ? SourceLocation() : Source.locate(Annotated->Place.File, Annotated->Place.Line);
      report(Source.diagnostics(), Where, Diag::shared_too_large)
          << K.Name << std::to_string(K.StaticSharedBytes) << std::to_string(MaxStaticSharedBytes);
      Good = false;
    }
  if (A.ConstantBytes > MaxConstantBytes) {
    report(Source.diagnostics(), Source.locate(A.Constant.front().Place.File, A.Constant.front().Place.Line),
           Diag::constant_too_large)
        << std::to_string(A.ConstantBytes) << std::to_string(MaxConstantBytes);
    Good = false;
  }
  return Good;
}

} // namespace kcc::compiler
