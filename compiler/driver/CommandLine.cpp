#include "driver/CommandLine.h"
#include "checks/CheckNames.h"
#include "driver/ClangOptions.h"
#include "kcc/abi/cpu_checks.h"
#include "support/HostProcessor.h"
#include "support/Version.h"
#include "targets/Registry.h"
#include "targets/nvptx/Architectures.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>
#include <sstream>

using llvm::StringRef;

namespace kcc::compiler {

/// Compilers spell some long options with one dash. CLI11 does not support that, so a second dash is added
/// here.
static std::string withTwoDashes(StringRef Argument) {
  static constexpr StringRef Names[] = {"-std",      "-stdlib",    "-include",      "-isystem", "-iquote",
                                        "-lineinfo", "-MD",        "-MMD",          "-MF",      "-MT",
                                        "-target",   "-arch",      "-emit",         "-fmad",    "-ftz",
                                        "-prec-div", "-prec-sqrt", "-use_fast_math"};
  StringRef Name = Argument.split('=').first;
  return (llvm::is_contained(Names, Name) ? "-" : "") + Argument.str();
}

struct EmitName {
  StringRef Name;
  Emit Value;
};
static constexpr EmitName EmitNames[] = {{"llvm-ir", Emit::LlvmIr},    {"llvm-bc", Emit::LlvmBitcode},
                                         {"obj", Emit::Object},        {"so", Emit::SharedObject},
                                         {"manifest", Emit::Manifest}, {"header", Emit::Header},
                                         {"msl", Emit::Metal}};

/// What there is not, and why.
struct MissingName {
  StringRef Name, Why;
};
static constexpr MissingName MissingEmits[] = {
    {"hlsl", "HLSL has no pointers, and kernels reach their memory by them; Direct3D's devices mostly have a "
             "driver for Vulkan, which takes --emit=vulkan"},
    {"wgsl", "WGSL has no pointers to buffers' memory that a program could compute, and kernels reach theirs "
             "by them; use --emit=vulkan"}};

/// The values of --emit: the targets whose code has a file form, and the kinds above.
static std::vector<std::string> emitNames() {
  std::vector<std::string> Names;
  for (const TargetEntry &E : targetRegistry())
    if (!E.Extension.empty())
      Names.push_back(E.Name.str());
  for (const EmitName &E : EmitNames)
    Names.push_back(E.Name.str());
  return Names;
}

/// Names of backends of the runtime, for which code has other names.
static constexpr MissingName OtherNames[] = {{"cuda", "code for CUDA's devices is 'ptx'"},
                                             {"hip", "code for HIP's devices is 'amdgpu'"},
                                             {"opencl", "code for OpenCL's devices is 'spirv'"}};

/// Says why there is no such kind, if that is known.
static CLI::Validator explained(llvm::ArrayRef<MissingName> Missing) {
  auto Find = [Missing](std::string &Given) -> std::string {
    auto *Found = llvm::find_if(Missing, [&](const MissingName &M) { return M.Name == Given; });
    return Found == Missing.end() ? "" : "there is no '" + Given + "': " + Found->Why.str();
  };
  return CLI::Validator(Find, "", "");
}

static std::vector<std::string> targetNames() {
  std::vector<std::string> Names;
  for (const TargetEntry &E : targetRegistry())
    Names.push_back(E.Name.str());
  return Names;
}

static std::vector<std::string> ptxVersionNames() {
  std::vector<std::string> Names;
  for (unsigned Version : ptxVersions())
    Names.push_back(ptxVersionText(Version));
  return Names;
}

static unsigned ptxVersionNamed(StringRef Name) {
  return *llvm::find_if(ptxVersions(), [&](unsigned Version) { return ptxVersionText(Version) == Name; });
}

/// The values of --cpu-levels.
static std::vector<std::string> cpuLevelNames() {
  std::vector<std::string> Names;
  for (const HostProcessor &P : hostProcessors())
    for (const abi::CpuLevel &L : P.Levels)
      if (!llvm::is_contained(Names, L.name))
        Names.push_back(L.name);
  Names.insert(Names.end(), {"native", "none"});
  return Names;
}

static CLI::Validator oneOf(std::vector<std::string> Names) {
  auto Find = [Names](std::string &Given) -> std::string {
    if (llvm::is_contained(Names, Given))
      return {};
    return "there is no '" + Given + "'; there are " + llvm::join(Names, ", ");
  };
  return CLI::Validator(Find, "", "");
}

static CLI::Validator notEmpty() {
  return CLI::Validator(
      [](std::string &Given) { return Given.empty() ? std::string("the value is empty") : ""; }, "", "");
}

static CLI::Validator hostTriple() {
  auto Find = [](std::string &Given) -> std::string {
    if (findHostProcessor(Given))
      return {};
    std::vector<std::string> Known;
    for (const HostProcessor &P : hostProcessors())
      Known.push_back(P.Arch.str() + "-linux-gnu");
    return "kcc makes no programs for '" + Given + "', only for " + llvm::join(Known, " and ");
  };
  return CLI::Validator(Find, "", "");
}

/// The first option with an empty value, as in `--arch= a.cpp`, or "". CLI11 would use the next argument.
static std::string optionWithoutValue(llvm::ArrayRef<const char *> Arguments) {
  for (StringRef Given : Arguments.take_while([](StringRef A) { return A != "--"; })) {
    std::string Argument = withTwoDashes(Given);
    auto [Name, Value] = StringRef(Argument).split('=');
    bool IsList = llvm::is_contained({"--arch", "--check", "--cpu-levels", "--emit", "--target"}, Name);
    llvm::SmallVector<StringRef, 4> Values = {Value};
    if (IsList) {
      Values.clear();
      Value.split(Values, ',');
    }
    if (Name.starts_with("--") && Name != Argument && llvm::is_contained(Values, ""))
      return Name.str();
  }
  return "";
}

template <class T> static void removeRepetitions(std::vector<T> &Values) {
  std::vector<T> Unique;
  for (T &Value : Values)
    if (!llvm::is_contained(Unique, Value))
      Unique.push_back(std::move(Value));
  Values = std::move(Unique);
}

/// Fills in defaults and resolves names.
static void resolveNames(Request &R, llvm::ArrayRef<std::string> Emits, llvm::ArrayRef<std::string> Targets) {
  for (const std::string &Name : Targets)
    R.Targets.push_back(findTarget(Name));
  for (const std::string &Name : Emits)
    if (auto *Kind = llvm::find_if(EmitNames, [&](const EmitName &E) { return E.Name == Name; });
        Kind != std::end(EmitNames))
      R.Emits.push_back(Kind->Value);
    else
      R.CodeFiles.push_back(findTarget(Name));
  if (R.HostLinker.empty())
    R.HostLinker = R.HostTriple == llvm::sys::getDefaultTargetTriple() ? "cc" : R.HostTriple + "-gcc";
  removeRepetitions(R.Archs);
  removeRepetitions(R.Targets);
  removeRepetitions(R.Emits);
  removeRepetitions(R.CodeFiles);
  if (Emits.empty()) {
    if (R.Targets == std::vector{findTarget("cpu")}) // has no file of its own
      R.Emits = {Emit::Object};
    else if (llvm::is_contained(R.Targets, findTarget("cpu"))) // only an object has code of several kinds
      R.Emits = {Emit::Object};
    else if (R.Targets.empty())
      R.CodeFiles = {&targetRegistry().front()};
    else
      R.CodeFiles = R.Targets;
  }
  if (R.Cache && R.CacheMegabytes == 0)
    R.Cache = false;
}

static std::string withRemedy(const std::string &Problem, StringRef Option) {
  StringRef Remedy = remedyForOption(Option);
  return Remedy.empty() ? Problem : Problem + "; " + Remedy.str();
}

/// The long option of \p App that \p Given probably is; empty if none is similar.
static std::string mostLike(const CLI::App &App, StringRef Given) {
  StringRef Name = Given.ltrim('-').split('=').first;
  std::string Best;
  unsigned Least = static_cast<unsigned>(Name.size()) / 3 + 1;
  for (const CLI::Option *Option : App.get_options())
    for (const std::string &Known : Option->get_lnames())
      if (unsigned Distance = Name.edit_distance(Known); Distance < Least) {
        Best = "--" + Known;
        Least = Distance;
      }
  return Best;
}

/// The argument whose end is \p Option: CLI11 takes `-gencode` for `-g` and reports `-encode`.
static StringRef asWritten(StringRef Option, llvm::ArrayRef<const char *> Arguments) {
  if (!is_contained(Arguments, Option))
    for (StringRef A : Arguments)
      if (A.starts_with("-") && !A.starts_with("--") && A.ends_with(Option.drop_front()))
        return A;
  return Option;
}

/// Rewords CLI11's errors.
static std::string readable(const CLI::App &App, const CLI::ParseError &Error,
                            llvm::ArrayRef<const char *> Arguments) {
  StringRef Text = Error.what();
  if (dynamic_cast<const CLI::RequiredError *>(&Error))
    return "no source; name a C++ file, or - to read standard input";
  if (dynamic_cast<const CLI::ExtrasError *>(&Error)) {
    StringRef First = Text.rsplit(": ").second; // the first of several, which CLI11 lists in reverse
    First = asWritten(First.contains(' ') ? First.rsplit(' ').second : First, Arguments);
    std::string Like = remedyForOption(First).empty() ? mostLike(App, First) : "";
    return withRemedy("unknown option " + First.str(), First) +
           (Like.empty() ? "" : "; did you mean " + Like + "?");
  }
  if (auto [Flag, Rest] = Text.split(" was given a disallowed flag override"); Flag != Text)
    return "option --" + Flag.str() + " takes no value; to be without it, leave it out";
  if (auto [Option, Rest] = Text.split(": 1 required"); !Rest.empty())
    return "option " + Option.str() + " needs a value";
  if (Text.consume_front("Could not convert: ")) {
    auto [Option, Value] = Text.split(" = ");
    return (Option + ": '" + Value + "' is not a number").str();
  }
  return Text.str();
}

/// Wraps long descriptions; CLI11 aligns them.
class WrappingFormatter : public CLI::Formatter {
public:
  std::string make_option_desc(const CLI::Option *Option) const override {
    constexpr std::size_t Width = 76;
    std::string Text = CLI::Formatter::make_option_desc(Option), Wrapped;
    std::size_t Column = 0;
    for (StringRef Word : llvm::split(StringRef(Text), " ")) {
      if (Column + Word.size() > Width) {
        Wrapped += '\n';
        Column = 0;
      } else if (Column != 0) {
        Wrapped += ' ';
        ++Column;
      }
      Wrapped += Word;
      Column += Word.size();
    }
    return Wrapped;
  }
};

namespace {

/// The options by group. They fill in a Request, which documents them.
class OptionTable {
public:
  OptionTable(CLI::App &App, Request &R) : App(App), R(R) {
    addGeneral();
    addOutput();
    addCodeGeneration();
    addLanguage();
    addDependencies();
    addCache();
  }

private:
  /// An option with one value. The last of several counts, as in other compilers.
  template <class T> CLI::Option *value(const char *Names, T &To, const char *ValueName, const char *Text) {
    return App.add_option(Names, To, Text)
        ->option_text(ValueName)
        ->group(Group)
        ->take_last()
        ->check(notEmpty());
  }
  /// An option with several values, separated by commas.
  template <class T> CLI::Option *list(const char *Names, T &To, const char *ValueName, const char *Text) {
    return App.add_option(Names, To, Text)
        ->option_text(ValueName)
        ->group(Group)
        ->check(notEmpty())
        ->delimiter(',')
        ->allow_extra_args(false);
  }
  void flag(const char *Names, bool &To, const char *Text) {
    App.add_flag(Names, To, Text)->group(Group)->disable_flag_override();
  }
  /// An option with the value true or false. The last of several counts.
  void choice(const char *Names, std::function<void(bool)> Do, const char *Text) {
    App.add_option_function<std::string>(
           Names, [Do](const std::string &Given) { Do(Given == "true"); }, Text)
        ->option_text("true,false")
        ->group(Group)
        ->trigger_on_parse()
        ->check(notEmpty())
        ->check(oneOf({"true", "false"}));
  }
  void action(const char *Names, std::function<void()> Do, const char *Text) {
    App.add_flag_callback(Names, std::move(Do), Text)->group(Group)->disable_flag_override();
  }

  void addGeneral() {
    Group = "General";
    App.set_help_flag("-h,--help", "Print this help and exit")->group(Group);
    App.set_version_flag("--version", versionText(), "Print the versions of kcc and of LLVM, and exit")
        ->group(Group);
    flag("-v,--verbose", R.Verbose, "Show clang's command, the include folders and what the cache does");
    App.add_option("source", R.Inputs, "C++ files with kernels; - reads standard input")
        ->required()
        ->group(Group);
  }

  void addOutput() {
    Group = "Output";
    list("--emit", Emits, "KIND,...",
         "What to write, several with commas: ptx (default), vulkan (SPIR-V for Vulkan; default with "
         "--target=vulkan), spirv (SPIR-V for OpenCL; default with --target=spirv), amdgpu (code object of "
         "one of AMD's GPUs; default with --target=amdgpu), llvm-ir, llvm-bc, obj (host object with PTX for "
         "each arch and code for the CPU device; default with --target=cpu), so (shared object with code for "
         "the CPU device, for Module::load_file), manifest (JSON), header (typed C++ header), msl (Metal's "
         "language, one file for each kernel, translated by SPIRV-Cross)")
        ->check(explained(MissingEmits))
        ->check(oneOf(emitNames()));
    list("--target", Targets, "ptx,cpu,vulkan,spirv,amdgpu",
         "For which kind of device: ptx, cpu, vulkan, spirv (OpenCL's devices), amdgpu; default ptx, and ptx "
         "and cpu for obj")
        ->check(explained(OtherNames))
        ->check(oneOf(targetNames()));
    list("--arch", R.Archs, "ARCH,...",
         "GPU architectures, sm_50 to sm_121 and sm_90a, several with commas; native is this machine's GPU; "
         "default sm_75; of AMD's gfx90a, gfx942, gfx1030 and gfx1100, default gfx1100");
    value("-o,--output", R.Output, "PATH",
          "File to write, - for standard output, or a folder; default: the source's "
          "name with the kind's extension, in the working folder");
    value("--ptxas", R.Ptxas, "PROGRAM",
          "Also put cubins into the object of --emit=obj, made by this ptxas: GPUs of exactly these "
          "architectures "
          "need not compile the PTX then");
    value("--host", R.HostTriple, "TRIPLE",
          "System of the programs that launch the kernels: x86_64-linux-gnu or aarch64-linux-gnu, whose C "
          "and C++ headers must be installed; default: this one")
        ->check(hostTriple());
    value("--amdgpu-linker", R.AmdgpuLinker, "PROGRAM",
          "What links code objects for AMD's GPUs, with the options of LLVM's ld.lld; default ld.lld-22");
    value("--host-linker", R.HostLinker, "PROGRAM",
          "Compiler driver that links the shared object of --emit=so, as in PROGRAM -shared -o FILE OBJECT "
          "-lm; "
          "default cc, or TRIPLE-gcc with --host=TRIPLE");
    value("--name", R.Name, "NAME",
          "Namespace of the typed header; default: the source's name. Names that C++ does not allow are "
          "changed: 3d to kernels_3d, int to int_");
  }

  void addCodeGeneration() {
    Group = "Code generation";
    value("-O", R.OptLevel, "LEVEL", "Optimization level, 0 to 3; default 3")
        ->check([](const std::string &Level) {
          return Level.size() == 1 && Level[0] >= '0' && Level[0] <= '3'
                     ? std::string()
                     : "there is no level '" + Level + "'; there are 0, 1, 2 and 3";
        });
    App.add_option_function<std::string>(
           "--math", [this](const std::string &Kind) { R.Floats.Reproducible = Kind == "reproducible"; },
           "Math functions: fast (default), which uses each GPU's own instructions, or reproducible, with "
           "the same bits on every GPU and the CPU device. This and the next five options are also "
           "attributes of one kernel: [[kcc::math(\"reproducible\")]]")
        ->option_text("fast,reproducible")
        ->group(Group)
        ->take_last()
        ->check(notEmpty())
        ->check(oneOf({"fast", "reproducible"}));
    App.add_flag_callback(
           "--use_fast_math",
           [this] {
             R.Floats.useFastMath(true);
             R.ClangArguments.push_back("-ffp-contract=fast");
           },
           "On GPUs, exp, sin, pow and the like for float by approximate instructions, --ftz=true, "
           "--prec-div=false, --prec-sqrt=false (also -use_fast_math)")
        ->trigger_on_parse()
        ->group(Group)
        ->disable_flag_override();
    choice(
        "--fmad",
        [this](bool Yes) { R.ClangArguments.push_back(Yes ? "-ffp-contract=fast" : "-ffp-contract=off"); },
        "Fuse multiplications and additions, also across statements; default true (also -fmad)");
    choice(
        "--ftz", [this](bool Yes) { R.Floats.FlushSubnormals = Yes; },
        "On GPUs, subnormal numbers of type float are zeros; default false (also -ftz)");
    choice(
        "--prec-div", [this](bool Yes) { R.Floats.PreciseDivision = Yes; },
        "Divisions of float are correctly rounded on GPUs; default true (also -prec-div)");
    choice(
        "--prec-sqrt", [this](bool Yes) { R.Floats.PreciseRoots = Yes; },
        "Square roots of float are correctly rounded on GPUs; default true (also -prec-sqrt)");
    App.add_option_function<std::string>(
           "--ptx-version", [this](const std::string &Version) { R.PtxVersion = ptxVersionNamed(Version); },
           "PTX version of the code, which the GPU's driver must know: 7.0 (CUDA 11.0) to 9.0 (CUDA 13.0); "
           "default 8.0 (CUDA 12.0). Architectures that came later have their own, and 16-byte atomics and "
           "more "
           "than 4352 bytes of parameters raise the default")
        ->option_text("VERSION")
        ->group(Group)
        ->take_last()
        ->check(notEmpty())
        ->check(oneOf(ptxVersionNames()));
    list("--check", Checks, "CHECK,...",
         "Find bugs when kernels run on the CPU device (docs/checks.md): memory, race, init, barrier, arith, "
         "host, or of arith alone overflow, division, shift, conversion, nan; access measures how well "
         "memory is used; GPU code stays as it is without --check-gpu")
        ->check(oneOf(checkNames()));
    flag("--check-gpu", R.CheckGpu, "Also put the checks memory and arith into GPU code, which gets slower");
    flag("-g", R.Debug, "Full debug information");
    flag("--lineinfo", R.LineInfo, "Line numbers for profilers, at any optimization level (also -lineinfo)");
    flag("--coverage", R.Coverage,
         "Code for the CPU device counts how often each line runs, for llvm-cov (docs/debugging.md)");
    list("--cpu-levels", CpuLevels, "LEVEL,...",
         "For which processors the CPU device has code that runs threads in the lanes of vectors: x86-64-v3 "
         "(AVX2), x86-64-v4 (AVX-512), neon, native (what this machine has) or none; default: all of the "
         "program's system. Others run thread by thread, slowly")
        ->check(oneOf(cpuLevelNames()));
    flag("--explain-cpu", R.ExplainCpu,
         "Say how each kernel and its loops run on the CPU device, and why (docs/cpu-device.md)");
  }

  /// Options that are passed to Clang as `Spelling` and the value, joined or separate. They keep the order of
  /// the command line, which matters between -D and -U and among -I.
  struct ClangRow {
    const char *Names, *Spelling;
    bool Joined;
    const char *ValueName, *Text;
  };
  static constexpr ClangRow ClangRows[] = {
      {"-I", "-I", true, "DIR", "Add a folder to the include path"},
      {"--isystem", "-isystem", false, "DIR", "Add a folder whose headers give no warnings"},
      {"--iquote", "-iquote", false, "DIR", "Add a folder for #include \"...\""},
      {"-D", "-D", true, "NAME[=VALUE]", "Define a macro"},
      {"-U", "-U", true, "NAME", "Undefine a macro"},
      {"--include", "-include", false, "FILE", "Include a file before the source"},
      {"--std", "-std=", true, "STANDARD", "C++ standard, c++20 or newer; default c++23"},
      {"--stdlib", "-stdlib=", true, "LIBRARY", "C++ library: libstdc++ (default) or libc++"},
      {"--gcc-install-dir", "--gcc-install-dir=", true, "DIR",
       "Use the libstdc++ of this GCC, such as /usr/lib/gcc/x86_64-linux-gnu/12; default: the newest"},
      {"-W", "-W", true, "WARNING", "Warning options as in clang: -Wall, -Wno-unused, -Werror"},
      {"-f", "-f", true, "OPTION",
       "Options of clang that work for kernels (docs/options.md): -ffast-math, -ffp-contract=off"}};

  void addLanguage() {
    Group = "Preprocessor and language";
    for (const ClangRow &Row : ClangRows)
      App.add_option_function<std::string>(
             Row.Names,
             [this, Row](const std::string &Given) {
               if (Row.Joined)
                 R.ClangArguments.push_back(Row.Spelling + Given);
               else
                 R.ClangArguments.insert(R.ClangArguments.end(), {Row.Spelling, Given});
             },
             Row.Text)
          ->option_text(Row.ValueName)
          ->check(notEmpty())
          ->trigger_on_parse()
          ->group(Group);
    action("-w", [this] { R.ClangArguments.push_back("-w"); }, "No warnings");
  }

  void addDependencies() {
    Group = "Dependencies";
    action(
        "--MD", [this] { R.WriteDependencies = true; },
        "Write a dependency file for make or ninja (also -MD)");
    action(
        "--MMD", [this] { R.WriteDependencies = true, R.SystemDependencies = false; },
        "The same without system headers (also -MMD)");
    value("--MF", R.DependencyFile, "FILE", "Its name; default: the output's with extension .d (also -MF)");
    value("--MT", R.DependencyTarget, "TARGET", "The target it names; default: the output (also -MT)");
  }

  void addCache() {
    Group = "Cache";
    action("--no-cache", [this] { R.Cache = false; }, "Neither use nor make precompiled preambles");
    value("--cache-dir", R.CacheDirectory, "DIR",
          "Where to keep precompiled preambles; default: kcc in the user's cache folder")
        ->envname("KCC_CACHE_DIR");
    value("--cache-limit", R.CacheMegabytes, "MB", "Size at which the oldest are removed; default 512")
        ->envname("KCC_CACHE_LIMIT");
  }

  CLI::App &App;
  Request &R;
  const char *Group = "";

public:
  std::vector<std::string> Emits, Targets, Checks, CpuLevels; ///< by name
};

/// CLI11 reads arguments from the back.
std::vector<std::string> reversed(llvm::ArrayRef<const char *> Arguments) {
  std::vector<std::string> Reversed;
  bool IsOption = true; // until "--", after which there are only sources
  for (StringRef Argument : Arguments) {
    Reversed.push_back(IsOption ? withTwoDashes(Argument) : Argument.str());
    IsOption &= Argument != "--";
  }
  std::reverse(Reversed.begin(), Reversed.end());
  return Reversed;
}

bool makesCpuCode(const Request &R) {
  return R.Targets.empty() ? R.wants(Emit::Object) || R.wants(Emit::SharedObject)
                           : llvm::any_of(R.Targets, [](auto *T) { return T->Name == "cpu"; });
}

/// Whether more than descriptions is made.
bool makesCode(const Request &R) {
  return R.Emits.empty() || !R.CodeFiles.empty() ||
         !llvm::all_of(R.Emits, [](Emit E) { return E == Emit::Manifest || E == Emit::Header; });
}

/// Why \p R cannot have --coverage; empty if it can.
std::string problemWithCoverage(const Request &R) {
  if (R.wants(Emit::SharedObject))
    return "--coverage and --emit=so contradict each other: the program has the functions that write the "
           "counts, and a shared object of kernels cannot call them; use --emit=obj";
  return makesCpuCode(R)
             ? ""
             : "--coverage counts in code for the CPU device alone; add --emit=obj or --target=cpu";
}

/// Resolves the names of --cpu-levels. Returns what is wrong with them; empty if nothing is.
std::string chooseCpuLevels(Request &R, llvm::ArrayRef<std::string> Names) {
  if (Names.empty())
    return "";
  if (!makesCpuCode(R))
    return "--cpu-levels is about code for the CPU device alone; add --emit=obj or --target=cpu";
  const HostProcessor &Processor = *findHostProcessor(R.HostTriple);
  R.CpuLevels.emplace();
  for (const std::string &Name : Names) {
    auto Has = [&](const abi::CpuLevel &L) { return L.name == Name; };
    if (Name == "native") {
      if (&Processor != findHostProcessor(llvm::sys::getProcessTriple()))
        return "--cpu-levels=native and --host=" + R.HostTriple +
               " contradict each other: native is this machine's processor; name the levels";
      R.CpuLevels->push_back(levelOfThisMachine(Processor).str());
    } else if (Name == "none" && !llvm::all_equal(Names)) {
      return "--cpu-levels=none and other levels contradict each other; leave one of them out";
    } else if (Name != "none" && llvm::none_of(Processor.Levels, Has)) {
      return "--cpu-levels: processors of " + R.HostTriple + " have no level '" + Name + "'";
    } else {
      R.CpuLevels->push_back(Name);
    }
  }
  return "";
}

/// The first problem with the arguments for Clang; empty if there is none.
std::string problemWithClangArguments(const Request &R) {
  bool ForGpu = R.Targets.empty() || llvm::any_of(R.Targets, [](auto *T) { return T->Name != "cpu"; });
  for (const std::string &Argument : R.ClangArguments)
    if (std::string Problem = problemWithClangOption(Argument, ForGpu); !Problem.empty())
      return Problem;
  return "";
}

} // namespace

CommandLine parseCommandLine(llvm::ArrayRef<const char *> Arguments, llvm::raw_ostream &Out,
                             llvm::raw_ostream &Errors) {
  CommandLine Line;
  Request &R = Line.R;
  CLI::App App("Compiles annotated standard C++ to GPU code and to code for kcc's CPU device.", "kcc");
  auto Formatter = std::make_shared<WrappingFormatter>();
  Formatter->column_width(34);
  App.formatter(Formatter);
  OptionTable Options(App, R);

  auto Fail = [&](const std::string &Problem) {
    Errors << "kcc: error: " << Problem << "\nRun 'kcc --help' for all options.\n";
    Line.Done = true;
    Line.Status = 1;
    return Line;
  };
  if (std::string Option = optionWithoutValue(Arguments.drop_front()); !Option.empty())
    return Fail("option " + Option + " needs a value");
  try {
    App.parse(reversed(Arguments.drop_front()));
  } catch (const CLI::ParseError &Error) {
    std::ostringstream Answer, Complaint;
    if (App.exit(Error, Answer, Complaint) != 0)
      return Fail(readable(App, Error, Arguments));
    Out << Answer.str(); // --help, --version
    Line.Done = true;
    return Line;
  }
  resolveNames(R, Options.Emits, Options.Targets);
  R.Checks = checksNamed(Options.Checks);
  if (std::string Problem = problemWithClangArguments(R); !Problem.empty())
    return Fail(Problem);
  if (std::string Problem = chooseCpuLevels(R, Options.CpuLevels); !Problem.empty())
    return Fail(Problem);
  if (std::string Problem = R.Coverage ? problemWithCoverage(R) : ""; !Problem.empty())
    return Fail(Problem);
  if (R.Checks & abi::check_arithmetic & ~abi::check_nan && sanitizesUndefined(R.ClangArguments))
    return Fail("--check=arith and -fsanitize=undefined contradict each other, because both report the same; "
                "leave one of them out");
  if (R.Checks != 0 && !R.CheckGpu && !makesCpuCode(R) && makesCode(R))
    return Fail(
        "--check is about code for the CPU device; add --emit=obj or --target=cpu, or --check-gpu for "
        "checks in code for NVIDIA's GPUs");
  if (R.CheckGpu && R.gpuChecks() == 0)
    return Fail("--check-gpu puts checks into GPU code, and none of the given ones can be there; add "
                "--check=memory or --check=arith");
  if (R.ExplainCpu && !makesCpuCode(R))
    return Fail("--explain-cpu explains code for the CPU device alone; add --emit=obj or --target=cpu");
  if (R.Floats.Reproducible)
    for (auto [Given, Option] : {std::pair(R.Floats.FastFunctions, "--use_fast_math"),
                                 {R.Floats.FlushSubnormals, "--ftz=true"},
                                 {!R.Floats.PreciseDivision, "--prec-div=false"},
                                 {!R.Floats.PreciseRoots, "--prec-sqrt=false"}})
      if (Given)
        return Fail(std::string("--math=reproducible and ") + Option +
                    " contradict each other; leave one of them out");
  if (!R.WriteDependencies && !(R.DependencyFile.empty() && R.DependencyTarget.empty()))
    return Fail(
        "--MF and --MT describe a dependency file, which only --MD or --MMD writes; add one of these");
  for (std::string &Input : R.Inputs) // after "--"; Clang would take it for an option
    if (StringRef(Input).starts_with("-") && Input != "-")
      Input = "./" + Input;
  return Line;
}

} // namespace kcc::compiler
