#include "frontend/Invocation.h"
#include "frontend/Diagnostics.h"
#include "frontend/EmbeddedHeaders.h"
#include "kcc/abi/cpu_checks.h"
#include "support/HostProcessor.h"

#include "clang/Basic/DiagnosticDriver.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Driver/Compilation.h"
#include "clang/Driver/Driver.h"
#include "clang/Driver/Tool.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace kcc::compiler {

llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem>
withEmbeddedHeaders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Base) {
  auto FS = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(std::move(Base));
  FS->pushOverlay(llvm::makeIntrusiveRefCnt<MemoryFiles>(EmbeddedRoot, embeddedHeaders()));
  return FS;
}

static std::vector<std::string> driverArguments(const ParseJob &Job) {
  std::vector<std::string> Arguments = {
      "kcc", "-xc++", "-std=c++23", "-fsyntax-only", "-O" + std::to_string(Job.OptLevel),
      // Features that GPU code cannot have. Exceptions stay in the language, so that code that no kernel
      // reaches may use them (see setLanguage).
      "-fno-rtti", "-fno-exceptions", "-fno-math-errno", "-fno-stack-protector",
      // Clang marks what may be fused, unless a pragma forbids it, and lowering/Contraction.cpp fuses.
      "-ffp-contract=fast-honor-pragmas",
      // The dynamic linker never replaces a device function, even if it is not inlined.
      "-fvisibility=default", "-fPIC", "-resource-dir", std::string(EmbeddedRoot) + "/clang"};
  if (!Job.Sysroot.empty())
    Arguments.push_back("--sysroot=" + Job.Sysroot);
  if (Job.Checks != 0) // the optimizer must not conclude from an access that its address is not null
    Arguments.push_back("-fno-delete-null-pointer-checks");
  if (Job.Color)
    Arguments.push_back("-fcolor-diagnostics");
  Arguments.insert(Arguments.end(), Job.ClangArguments.begin(), Job.ClangArguments.end());
  // After the user's own folders: the device headers belong to this kcc.
  Arguments.insert(Arguments.end(), {"-isystem", std::string(EmbeddedRoot) + "/include", "-isystem",
                                     std::string(EmbeddedRoot) + "/include/kcc/device/libcxx", Job.Input});
  return Arguments;
}

/// Reports missing headers of libc++. Clang itself would only complain about the first header that it does
/// not find.
static bool hasChosenLibrary(const ParseJob &Job, const HeaderSearchOptions &Search,
                             DiagnosticsEngine &Diagnostics) {
  auto IsChoice = [](StringRef Argument) { return Argument.starts_with("-stdlib="); };
  auto Last = llvm::find_if(llvm::reverse(Job.ClangArguments), IsChoice);
  auto IsLibcxx = [](const HeaderSearchOptions::Entry &E) { return StringRef(E.Path).ends_with("/c++/v1"); };
  if (Last == Job.ClangArguments.rend() || *Last != "-stdlib=libc++" ||
      llvm::any_of(Search.UserEntries, IsLibcxx))
    return true;
  report(Diagnostics, SourceLocation(), Diag::libcxx_missing) << Job.Sysroot + "/usr/include/c++/v1";
  return false;
}

/// The options that Clang's own driver chooses for \p Job. Returns null after an error, which was reported.
static std::shared_ptr<CompilerInvocation> driverOptions(const ParseJob &Job, DiagnosticsEngine &Diagnostics,
                                                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::vector<std::string> Texts = driverArguments(Job);
  std::vector<const char *> Arguments;
  for (const std::string &T : Texts)
    Arguments.push_back(T.c_str());

  // Clang also looks for libraries relative to itself.
  clang::driver::Driver Driver(Job.Sysroot + "/usr/bin/kcc", Job.Target.HostTriple, Diagnostics, "kcc",
                               std::move(FS));
  Driver.setCheckInputsExist(false);
  std::unique_ptr<clang::driver::Compilation> Compilation(Driver.BuildCompilation(Arguments));
  if (!Compilation || Diagnostics.hasErrorOccurred() || Compilation->getJobs().empty())
    return nullptr;
  const clang::driver::Command &Command = *Compilation->getJobs().begin();
  auto Invocation = std::make_shared<CompilerInvocation>();
  if (!CompilerInvocation::CreateFromArgs(*Invocation, Command.getArguments(), Diagnostics, "kcc"))
    return nullptr;
  if (!hasChosenLibrary(Job, Invocation->getHeaderSearchOpts(), Diagnostics))
    return nullptr;
  if (Job.Verbose) {
    *Job.Errors << "clang " << llvm::join(Command.getArguments(), " ") << "\n";
    Invocation->getHeaderSearchOpts().Verbose = true;
  }
  return Invocation;
}

/// Debian's Clang looks for its own headers in a fixed folder, whatever -resource-dir says. kcc has them
/// embedded.
static void replaceDebiansHeaders(HeaderSearchOptions &Search) {
  for (HeaderSearchOptions::Entry &E : Search.UserEntries)
    if (StringRef(E.Path).starts_with("/usr/include/clang/"))
      E.Path = std::string(EmbeddedRoot) + "/clang/include";
}

static void setLanguage(LangOptions &Lang) {
  // `throw` and `try` parse; it is only an error if a kernel reaches one. Nothing unwinds, so there are no
  // landing pads.
  Lang.CXXExceptions = true;
  Lang.Exceptions = false;
  // A function may reach a point where threads meet, so it must not be moved or merged. LLVM removes the
  // attribute from functions that do not.
  Lang.ConvergentFunctions = true;
  // Instantiations made in a precompiled preamble need not be repeated by each source, which saves a fifth of
  // the time of a kernel that uses much of the standard library.
  Lang.PCHInstantiateTemplates = true;
  // With this, which C++20 implies, Clang looks up the thousands of builtins in a precompiled preamble one by
  // one, a tenth of a small kernel's instructions. It serves Clang's own modules, which kcc does not have.
  Lang.Modules = false;
  // Each operation on 16-bit floating-point numbers rounds, like the GPU's instructions; x86 would compute
  // whole expressions in float.
  Lang.setFloat16ExcessPrecision(LangOptions::FPP_None);
}

/// Replaces the host, for which the driver chose the options, by \p Device; the host becomes the auxiliary
/// target.
static void setDevice(CompilerInvocation &Invocation, const TargetFacts &Device) {
  TargetOptions &Target = Invocation.getTargetOpts();
  Target.HostTriple = Target.Triple;
  Invocation.getFrontendOpts().AuxTriple = Target.Triple;
  Target.Triple = Device.Triple;
  Target.ABI.clear();
  Target.Features.clear();
  Target.CPU = Device.Cpu;
  Target.TuneCPU.clear();
  Target.FeaturesAsWritten = Device.Features;
}

static llvm::codegenoptions::DebugInfoKind debugInfoKind(DebugInfo Debug) {
  switch (Debug) {
  case DebugInfo::None:
    return llvm::codegenoptions::NoDebugInfo;
  case DebugInfo::Lines:
    return llvm::codegenoptions::DebugDirectivesOnly;
  case DebugInfo::LineTables:
    return llvm::codegenoptions::DebugLineTablesOnly;
  case DebugInfo::Full:
    return llvm::codegenoptions::FullDebugInfo;
  }
  llvm_unreachable("all kinds of debug information are listed");
}

static void setCodeGeneration(CodeGenOptions &CodeGen, const ParseJob &Job) {
  // Names the classes of virtual calls and of vtables (lowering/VirtualCalls.cpp).
  CodeGen.LTOUnit = true;
  CodeGen.WholeProgramVTables = true;
  CodeGen.DisableLLVMPasses = true; // kcc runs its own lowering first
  CodeGen.setDebugInfo(debugInfoKind(Job.Debug));
  if (Job.Debug == DebugInfo::LineTables)
    CodeGen.DebugInfoForProfiling = true; // or functions have no mangled names, which lead to declarations
  // For PTX, in which location expressions have no meaning (Clang does the same for CUDA).
  if (!Job.Target.IsCpuDevice)
    CodeGen.DwarfVersion = 2;
}

/// Clang's sanitizers find wrong arithmetic, because the code that it makes no longer says which numbers are
/// signed. checks/Arithmetic.cpp replaces the functions that they call.
static void setArithmeticChecks(CompilerInvocation &Invocation, std::uint32_t Checks) {
  LangOptions &Lang = Invocation.getLangOpts();
  auto Set = [&](std::uint32_t Check, SanitizerMask Kind) {
    if (!(Checks & Check))
      return;
    Lang.Sanitize.set(Kind, true);
    Invocation.getCodeGenOpts().SanitizeRecover.set(Kind, true);
  };
  if (!Lang.isSignedOverflowDefined())
    Set(abi::check_overflow, SanitizerKind::SignedIntegerOverflow);
  Set(abi::check_division, SanitizerKind::IntegerDivideByZero);
  Set(abi::check_shift, SanitizerKind::ShiftBase | SanitizerKind::ShiftExponent);
  Set(abi::check_conversion, SanitizerKind::FloatCastOverflow);
}

std::shared_ptr<CompilerInvocation> createInvocation(const ParseJob &Job, DiagnosticsEngine &Diagnostics,
                                                     llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::shared_ptr<CompilerInvocation> Invocation = driverOptions(Job, Diagnostics, std::move(FS));
  if (!Invocation)
    return nullptr;
  replaceDebiansHeaders(Invocation->getHeaderSearchOpts());
  setLanguage(Invocation->getLangOpts());
  if (!Job.Target.IsCpuDevice)
    setDevice(*Invocation, Job.Target);
  else // functions that are not inlined say what they may use
    llvm::append_range(Invocation->getTargetOpts().FeaturesAsWritten, Job.Target.Features);
  setCodeGeneration(Invocation->getCodeGenOpts(), Job);
  setArithmeticChecks(*Invocation, Job.Checks);
  Invocation->getFrontendOpts().DisableFree = true;
  return Invocation;
}

/// Gives a device's target what the host's headers use in declarations. A declaration is harmless; what a
/// kernel reaches is checked against the device's rules (lowering/DeviceRules.cpp).
struct HostAbilities : TargetInfo {
  static void give(TargetInfo &T, const TargetInfo &Host) {
    // Without these flags Clang refuses to parse a thread-local variable, a `__float128` (glibc declares some
    // from 2.40 on) or a variable-length array.
    T.*(&HostAbilities::TLSSupported) = true;
    T.*(&HostAbilities::VLASupported) = true;
    T.*(&HostAbilities::HasFloat128) = Host.hasFloat128Type();
    // Structs have the host's layout.
    T.*(&HostAbilities::Float128Align) = static_cast<unsigned char>(Host.getFloat128Align());
    T.*(&HostAbilities::LongDoubleWidth) = static_cast<unsigned char>(Host.getLongDoubleWidth());
    T.*(&HostAbilities::LongDoubleAlign) = static_cast<unsigned char>(Host.getLongDoubleAlign());
    T.*(&HostAbilities::LongDoubleFormat) = &Host.getLongDoubleFormat();
  }
};

bool adoptHostAbilities(CompilerInstance &CI) {
  if (const TargetInfo *Host = CI.getAuxTarget())
    HostAbilities::give(CI.getTarget(), *Host);
  return true;
}

bool createTargets(CompilerInstance &CI, const ParseJob &Job) {
  if (!Job.Target.IsCpuDevice) {
    TargetOptions Host;
    Host.Triple = CI.getTargetOpts().HostTriple;
    CI.setAuxTarget(TargetInfo::CreateTargetInfo(CI.getDiagnostics(), Host));
  }
  CI.setTarget(TargetInfo::CreateTargetInfo(CI.getDiagnostics(), CI.getTargetOpts()));
  if (!CI.hasTarget())
    return false;
  CI.getTarget().adjust(CI.getDiagnostics(), CI.getLangOpts(), CI.getAuxTarget());
  return adoptHostAbilities(CI);
}

std::string predefinedMacros(const ParseJob &Job) {
  std::string Text =
      "#define __KCC__ 1\n#define __KCC_ARCH__ " + std::to_string(Job.Target.Arch) +
      "\n"
      // libstdc++ then reports errors with functions that kcc turns into traps, not with exceptions.
      "#pragma clang diagnostic push\n"
      "#pragma clang diagnostic ignored \"-Wbuiltin-macro-redefined\"\n"
      "#undef __cpp_exceptions\n#undef __EXCEPTIONS\n"
      // The C library's headers then define the same functions at every level.
      "#undef __NO_INLINE__\n#undef __OPTIMIZE__\n#define __OPTIMIZE__ 1\n"
      "#pragma clang diagnostic pop\n";
  if (Job.Target.IsCpuDevice && Job.Checks & abi::check_race)
    Text += "#define __KCC_CHECKS_RACES__ 1\n";
  if (!Job.Target.IsCpuDevice && Job.Target.Arch == 0)
    Text += "#define __KCC_LACKS_TEXTURES__ 1\n";
  if (!Job.Target.IsCpuDevice)
    Text += findHostProcessor(Job.Target.HostTriple)->Macros.str() +
            "#define __linux__ 1\n#define __linux 1\n#define __gnu_linux__ 1\n#define __unix__ 1\n#define "
            "__unix 1\n"
            "#define __ELF__ 1\n#define _GNU_SOURCE 1\n";
  return Text;
}

void addPredefinedMacros(clang::Preprocessor &PP, const ParseJob &Job) {
  std::string Text = PP.getPredefines();
  // Clang leaves the command line with this line, and then includes files.
  static constexpr StringRef EndOfCommandLine = "# 1 \"<built-in>\" 2\n";
  std::size_t End = StringRef(Text).rfind(EndOfCommandLine);
  Text.insert(End == StringRef::npos ? Text.size() : End + EndOfCommandLine.size(),
              predefinedMacros(Job) + "#line 1\n"); // of a missing file, as without the macros
  PP.setPredefines(std::move(Text));
}

} // namespace kcc::compiler
