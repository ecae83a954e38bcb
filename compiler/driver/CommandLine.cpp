#include "driver/CommandLine.h"
#include "support/Version.h"
#include "targets/Registry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <CLI/CLI.hpp>
#include <sstream>

using llvm::StringRef;

namespace kcc::compiler {

/// Compilers spell some long options with one dash. CLI11 does not know such, so they get their second here.
static std::string withTwoDashes(StringRef Argument) {
  static constexpr StringRef Names[] = {"-std", "-include", "-isystem", "-iquote", "-lineinfo", "-MD",
                                        "-MMD", "-MF",      "-MT",      "-target", "-arch",     "-emit"};
  StringRef Name = Argument.split('=').first;
  return (llvm::is_contained(Names, Name) ? "-" : "") + Argument.str();
}

struct EmitName {
  StringRef Name;
  Emit Value;
};
static constexpr EmitName EmitNames[] = {{"llvm-ir", Emit::LlvmIr},
                                         {"llvm-bc", Emit::LlvmBitcode},
                                         {"obj", Emit::Object},
                                         {"manifest", Emit::Manifest},
                                         {"header", Emit::Header}};

/// What --emit takes: the targets whose code has a file form, and the kinds above.
static std::vector<std::string> emitNames() {
  std::vector<std::string> Names;
  for (const TargetEntry &E : targetRegistry())
    if (E.HasFile)
      Names.push_back(E.Name.str());
  for (const EmitName &E : EmitNames)
    Names.push_back(E.Name.str());
  return Names;
}

static std::vector<std::string> targetNames() {
  std::vector<std::string> Names;
  for (const TargetEntry &E : targetRegistry())
    Names.push_back(E.Name.str());
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

/// Fills in the defaults and what stands for names.
static void resolveNames(Request &R, llvm::ArrayRef<std::string> Emits, llvm::ArrayRef<std::string> Targets) {
  for (const std::string &Name : Targets)
    R.Targets.push_back(findTarget(Name));
  for (const std::string &Name : Emits)
    if (auto *Kind = llvm::find_if(EmitNames, [&](const EmitName &E) { return E.Name == Name; });
        Kind != std::end(EmitNames))
      R.Emits.push_back(Kind->Value);
    else
      R.CodeFiles.push_back(findTarget(Name));
  if (Emits.empty())
    R.CodeFiles = {&targetRegistry().front()};
  if (R.Cache && R.CacheMegabytes == 0)
    R.Cache = false;
}

/// CLI11's complaints in kcc's words.
static std::string readable(const CLI::ParseError &Error) {
  StringRef Text = Error.what();
  if (dynamic_cast<const CLI::RequiredError *>(&Error))
    return "no source; name a C++ file, or - to read standard input";
  if (dynamic_cast<const CLI::ExtrasError *>(&Error))
    return "unknown option " + Text.rsplit(": ").second.str();
  if (auto [Option, Rest] = Text.split(": 1 required"); !Rest.empty())
    return "option " + Option.str() + " needs a value";
  return Text.str();
}

/// Breaks long descriptions into lines; CLI11 aligns them.
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

CommandLine parseCommandLine(llvm::ArrayRef<const char *> Arguments, llvm::raw_ostream &Out,
                             llvm::raw_ostream &Errors) {
  CommandLine Line;
  Request &R = Line.R;
  CLI::App App("Compiles annotated standard C++ to NVIDIA GPU code and to code for kcc's CPU device.", "kcc");
  auto Formatter = std::make_shared<WrappingFormatter>();
  Formatter->column_width(34);
  App.formatter(Formatter);
  App.set_help_flag("-h,--help", "Print this help and exit")->group("General");
  App.set_version_flag("--version", versionText(), "Print the versions of kcc and of LLVM, and exit")
      ->group("General");
  App.add_flag("-v,--verbose", R.Verbose, "Show clang's command, the include folders and what the cache does")
      ->group("General");
  App.add_option("source", R.Inputs, "C++ files with kernels; - reads standard input")
      ->required()
      ->group("General");

  std::vector<std::string> Emits, Targets;
  App.add_option("--emit", Emits,
                 "What to write, several with commas: ptx (default), llvm-ir, llvm-bc, obj (host "
                 "object with PTX for each arch and code for the CPU device), manifest (JSON), "
                 "header (typed C++ header)")
      ->check(oneOf(emitNames()))
      ->option_text("KIND,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Output");
  App.add_option("--target", Targets, "For which kind of device: ptx, cpu; default ptx, and both for obj")
      ->check(oneOf(targetNames()))
      ->option_text("ptx,cpu")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Output");
  App.add_option("--arch", R.Archs,
                 "GPU architectures, sm_50 to sm_121 and sm_90a, several with commas; native asks "
                 "this machine's GPU; default sm_75")
      ->option_text("ARCH,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group("Output");
  App.add_option("-o,--output", R.Output,
                 "File to write, - for standard output, or a folder; default: the source's "
                 "name with the kind's extension, in the working folder")
      ->option_text("PATH")
      ->group("Output");
  App.add_option("--name", R.Name, "Namespace of the typed header; default: the source's name")
      ->option_text("NAME")
      ->group("Output");

  App.add_option("-O", R.OptLevel, "Optimisation level, 0 to 3; default 3")
      ->option_text("LEVEL")
      ->check(CLI::Range(0, 3).description(""))
      ->group("Code generation");
  App.add_flag("-g", R.Debug, "Full debug information")->group("Code generation");
  App.add_flag("--lineinfo", R.LineInfo,
               "Line numbers for profilers, at any optimisation level (also -lineinfo)")
      ->group("Code generation");

  auto &Clang = R.ClangArguments;
  // Given in the order of the command line, which matters between -D and -U and among -I.
  auto Pass = [&](const std::string &Names, const std::string &Prefix, bool Joined, const std::string &Text,
                  const std::string &Value, const std::string &Group) {
    App.add_option_function<std::string>(
           Names,
           [&Clang, Prefix, Joined](const std::string &Given) {
             if (Joined)
               Clang.push_back(Prefix + Given);
             else
               Clang.insert(Clang.end(), {Prefix, Given});
           },
           Text)
        ->option_text(Value)
        ->trigger_on_parse()
        ->group(Group);
  };
  Pass("-I", "-I", true, "Add a folder to the include path", "DIR", "Preprocessor and language");
  Pass("--isystem", "-isystem", false, "Add a folder whose headers give no warnings", "DIR",
       "Preprocessor and language");
  Pass("--iquote", "-iquote", false, "Add a folder for #include \"...\"", "DIR", "Preprocessor and language");
  Pass("-D", "-D", true, "Define a macro", "NAME[=VALUE]", "Preprocessor and language");
  Pass("-U", "-U", true, "Undefine a macro", "NAME", "Preprocessor and language");
  Pass("--include", "-include", false, "Include a file before the source", "FILE",
       "Preprocessor and language");
  Pass("--std", "-std=", true, "C++ standard; default c++23", "STANDARD", "Preprocessor and language");
  Pass("-W", "-W", true, "Warnings, as clang has them: -Wall, -Wno-unused, -Werror", "WARNING",
       "Preprocessor and language");
  Pass("-f", "-f", true, "Language options of clang: -ffast-math, -ffp-contract=off", "OPTION",
       "Preprocessor and language");
  App.add_flag_callback(
         "-w", [&] { Clang.push_back("-w"); }, "No warnings")
      ->group("Preprocessor and language");

  App.add_flag_callback(
         "--MD", [&] { R.WriteDependencies = true; }, "Write a dependency file for make or ninja (also -MD)")
      ->group("Dependencies");
  App.add_flag_callback(
         "--MMD", [&] { R.WriteDependencies = true, R.SystemDependencies = false; },
         "The same without system headers (also -MMD)")
      ->group("Dependencies");
  App.add_option("--MF", R.DependencyFile, "Its name; default: the output's with extension .d (also -MF)")
      ->option_text("FILE")
      ->group("Dependencies");
  App.add_option("--MT", R.DependencyTarget, "The target it names; default: the output (also -MT)")
      ->option_text("TARGET")
      ->group("Dependencies");

  App.add_flag_callback(
         "--no-cache", [&] { R.Cache = false; }, "Neither use nor make precompiled preambles")
      ->group("Cache");
  App.add_option("--cache-dir", R.CacheDirectory,
                 "Where to keep precompiled preambles; default: kcc in the user's "
                 "cache folder")
      ->option_text("DIR")
      ->envname("KCC_CACHE_DIR")
      ->group("Cache");
  App.add_option("--cache-limit", R.CacheMegabytes, "Size at which the oldest are removed; default 512")
      ->option_text("MB")
      ->envname("KCC_CACHE_LIMIT")
      ->group("Cache");

  // CLI11 takes them from the back.
  std::vector<std::string> Reversed;
  for (const char *Argument : llvm::reverse(Arguments.drop_front()))
    Reversed.push_back(withTwoDashes(Argument));
  try {
    App.parse(std::move(Reversed));
  } catch (const CLI::ParseError &Error) {
    std::ostringstream Answer, Complaint;
    int Status = App.exit(Error, Answer, Complaint);
    Out << Answer.str();
    if (Status != 0)
      Errors << "kcc: error: " << readable(Error) << "\nRun 'kcc --help' for all options.\n";
    Line.Done = true;
    Line.Status = Status == 0 ? 0 : 1;
    return Line;
  }
  resolveNames(R, Emits, Targets);
  return Line;
}

} // namespace kcc::compiler
