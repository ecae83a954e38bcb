#include "driver/Driver.h"
#include "driver/CommandLine.h"
#include "driver/Compile.h"
#include "driver/Output.h"
#include "driver/Protection.h"
#include "kcc/abi/image.h"
#include "targets/CodeGeneration.h"
#include "targets/Image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

bool wants(const Request &R, Emit E) {
  return is_contained(R.Emits, E);
}

/// The targets of the request: as given, or as the emitted kinds call for.
Expected<std::vector<TargetKind>> targetsOf(const Request &R) {
  std::vector<TargetKind> Targets = R.Targets;
  if (Targets.empty())
    Targets =
        wants(R, Emit::Object) ? std::vector{TargetKind::Ptx, TargetKind::Cpu} : std::vector{TargetKind::Ptx};
  bool Ptx = is_contained(Targets, TargetKind::Ptx), Cpu = is_contained(Targets, TargetKind::Cpu);
  if (wants(R, Emit::Ptx) && !Ptx)
    return createStringError("--emit=ptx and --target=cpu contradict each other; use --target=ptx, or "
                             "--emit=obj or llvm-ir for the CPU device");
  if ((wants(R, Emit::LlvmIr) || wants(R, Emit::LlvmBitcode)) && Ptx && Cpu)
    return createStringError(
        "--emit=llvm-ir and llvm-bc write one target's code; give --target=ptx or --target=cpu");
  return Targets;
}

/// One source's way through the tool.
class Translation {
public:
  Translation(const Request &R, ArrayRef<TargetKind> Targets, StringRef Input, const ParseJob &Base)
      : R(R), Targets(Targets), Job(Base) {
    Job.Input = Input.str();
    Stem = Input == "-" ? "stdin" : sys::path::stem(Input).str();
    Name = R.Name.empty() ? Stem : R.Name;
  }

  /// The files to write; an error has been reported when there are none.
  std::vector<OutputFile> run();
  /// What is wrong with the request for this source, if anything.
  Error problem() { return std::move(Problem); }

private:
  bool compilePtx();
  bool compileCpu();
  bool emitObject();
  bool fail(Error E) {
    Problem = std::move(E);
    return false;
  }
  std::string pathFor(StringRef Extension, StringRef Arch = {}) const;
  void add(StringRef Extension, std::string Content, StringRef Arch = {}) {
    Files.push_back({pathFor(Extension, Arch), std::move(Content)});
  }
  void addDependencies();
  bool addDescriptions();
  std::string imageSymbol() const;

  const Request &R;
  ArrayRef<TargetKind> Targets;
  ParseJob Job;
  std::string Stem, Name;
  std::uint64_t ContentHash = 0;
  std::vector<OutputFile> Files;
  std::vector<Code> Codes;
  std::vector<std::string> Dependencies;
  std::optional<Manifest> Kernels;
  std::optional<Compiled> Cpu;
  Error Problem = Error::success();
};

/// \p Name with what an identifier cannot have spelled `_`.
std::string inIdentifier(StringRef Name) {
  std::string Text = Name.str();
  for (char &C : Text)
    C = isAlnum(C) ? C : '_';
  return Text;
}

bool isFolder(StringRef Path) {
  return Path.ends_with("/") || sys::fs::is_directory(Path);
}

std::string Translation::pathFor(StringRef Extension, StringRef Arch) const {
  bool ArchInName = R.Archs.size() > 1 && !Arch.empty();
  std::string File = Stem + (ArchInName ? "." + Arch.str() : "") + "." + Extension.str();
  if (R.Output.empty())
    return Job.Input == "-" ? "-" : File;
  if (!isFolder(R.Output))
    return R.Output;
  SmallString<128> Path(R.Output);
  sys::path::append(Path, File);
  return std::string(Path);
}

bool Translation::compilePtx() {
  Wanted W;
  W.LlvmIr = wants(R, Emit::LlvmIr);
  W.LlvmBitcode = wants(R, Emit::LlvmBitcode);
  W.Assembly = wants(R, Emit::Ptx) || wants(R, Emit::Object);
  for (const std::string &Given : R.Archs) {
    std::string Arch = Given;
    if (Given == "native") {
      Expected<std::string> Native = nativeArch();
      if (!Native)
        return fail(Native.takeError());
      Arch = *Native;
    }
    Expected<std::unique_ptr<Target>> T = createNvptxTarget(Arch);
    if (!T)
      return fail(T.takeError());
    Job.Target = (*T)->frontend();
    Job.Debug = R.Debug ? DebugInfo::Full : R.LineInfo ? DebugInfo::Lines : DebugInfo::None;
    std::optional<Compiled> Code = compileKernels(Job, **T, W);
    if (!Code)
      return false;
    // The manifest travels in the file, for Module::load_file.
    std::string Json = toJson(Code->Kernels);
    if (wants(R, Emit::LlvmIr))
      add("ll", Code->LlvmIr, Arch);
    if (wants(R, Emit::LlvmBitcode))
      add("bc", Code->LlvmBitcode, Arch);
    if (wants(R, Emit::Ptx))
      add("ptx", abi::ptx_manifest_prefix + Json + "\n" + Code->Assembly, Arch);
    Codes.push_back({abi::CodeKind::ptx, Arch, std::move(Json), std::move(Code->Assembly), {}, {}});
    ContentHash = Code->ContentHash;
    Dependencies = std::move(Code->Dependencies);
    Kernels = std::move(Code->Kernels);
  }
  return true;
}

bool Translation::compileCpu() {
  std::unique_ptr<Target> T = createCpuTarget();
  Wanted W;
  W.LlvmIr = wants(R, Emit::LlvmIr);
  W.LlvmBitcode = wants(R, Emit::LlvmBitcode);
  W.Module = wants(R, Emit::Object);
  if (W.Module && (W.LlvmIr || W.LlvmBitcode))
    return fail(createStringError("--emit=obj and --emit=llvm-ir of the CPU target need one call each"));
  Job.Target = T->frontend();
  // -lineinfo is for GPU profilers; on the host line tables are what debuggers and profilers read.
  Job.Debug = R.Debug ? DebugInfo::Full : R.LineInfo ? DebugInfo::LineTables : DebugInfo::None;
  Cpu = compileKernels(Job, *T, W);
  if (!Cpu)
    return false;
  if (W.LlvmIr)
    add("ll", Cpu->LlvmIr);
  if (W.LlvmBitcode)
    add("bc", Cpu->LlvmBitcode);
  Codes.push_back({abi::CodeKind::cpu, T->arch(), toJson(Cpu->Kernels), {}, {}, {}});
  for (const Kernel &K : Cpu->Kernels.Kernels)
    Codes.back().Entries.push_back(K.Entry);
  for (const Global &G : Cpu->Kernels.Globals)
    Codes.back().Globals.push_back(G.Symbol);
  ContentHash = Cpu->ContentHash;
  Dependencies = Cpu->Dependencies;
  Kernels = Cpu->Kernels;
  return true;
}

/// Reports what the back end finds wrong while it writes the object, after the parse.
struct ObjectDiagnostics : DiagnosticHandler {
  ObjectDiagnostics(const std::map<std::uint64_t, std::string> &AsmPlaces, raw_ostream &Errors)
      : AsmPlaces(AsmPlaces), Errors(Errors) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (Info.getSeverity() != DS_Error)
      return true;
    BackEndProblem Problem = backEndProblem(Info);
    auto Place = AsmPlaces.find(Problem.AsmCookie);
    Errors << (Place == AsmPlaces.end() ? "kcc" : Place->second)
           << ": error: the X86 back end cannot compile this: " << Problem.Text << "\n";
    HasErrors = true;
    return true;
  }
  const std::map<std::uint64_t, std::string> &AsmPlaces;
  raw_ostream &Errors;
};

bool Translation::emitObject() {
  std::unique_ptr<Target> Host = createCpuTarget();
  std::unique_ptr<TargetMachine> Machine = Host->createMachine(R.OptLevel);
  std::unique_ptr<LLVMContext> OwnContext;
  std::unique_ptr<Module> M;
  if (Cpu) {
    M = std::move(Cpu->Module);
  } else {
    OwnContext = std::make_unique<LLVMContext>();
    M = std::make_unique<Module>(Name, *OwnContext);
    M->setTargetTriple(Machine->getTargetTriple());
  }
  std::map<std::uint64_t, std::string> NoPlaces;
  M->getContext().setDiagnosticHandler(
      std::make_unique<ObjectDiagnostics>(Cpu ? Cpu->AsmPlaces : NoPlaces, *Job.Errors));
  M->setDataLayout(Machine->createDataLayout());
  addImage(*M, imageSymbol(), Kernels->Source, Codes);
  optimize(*M, *Machine, R.OptLevel);
  Host->lowerLate(*M, *Machine);
  add("o", generateCode(*M, *Machine, CodeKind::Object));
  return !M->getContext().getDiagHandlerPtr()->HasErrors;
}

/// The image's symbol: `kcc_image_`, the name, and a hash of all that the kernels come from. Images of the
/// same name but other content can be linked into one program, and header and object may be made by two
/// calls.
std::string Translation::imageSymbol() const {
  std::string All;
  for (StringRef Part : R.ClangArguments)
    All += Part.str() + '\0';
  All += Kernels->Source + '\0' + Name + '\0' + utohexstr(ContentHash);
  return "kcc_image_" + inIdentifier(Name) + "_" +
         utohexstr(xxh3_64bits(All), /*LowerCase=*/true, /*Width=*/16);
}

bool Translation::addDescriptions() {
  if (wants(R, Emit::Manifest))
    add("json", toJson(*Kernels) + "\n");
  if (!wants(R, Emit::Header))
    return true;
  if (!Kernels->HeaderObstacle.empty())
    return fail(
        createStringError(Kernels->Source + ": no typed header can be made: " + Kernels->HeaderObstacle));
  std::string Namespace = inIdentifier(Name);
  // Not "h": the source's own header may have that name, stand in the same folder, and be included by this
  // one.
  add("kernels.h", toHeader(*Kernels, Namespace, imageSymbol()));
  return true;
}

/// Escapes a path for make, whose syntax ninja reads too.
std::string escaped(StringRef Path) {
  std::string Text;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Text += '\\';
    if (C == '$')
      Text += '$';
    Text += C;
  }
  return Text;
}

void Translation::addDependencies() {
  std::string Target = R.DependencyTarget.empty() ? Files.front().Path : R.DependencyTarget;
  std::string Path = R.DependencyFile;
  if (Path.empty()) {
    SmallString<128> Beside(Files.front().Path == "-" ? Stem : Files.front().Path);
    sys::path::replace_extension(Beside, "d");
    Path = std::string(Beside);
  }
  std::string Text = escaped(Target) + ":";
  for (const std::string &File : Dependencies)
    Text += " \\\n  " + escaped(File);
  Files.push_back({Path, Text + "\n"});
}

std::vector<OutputFile> Translation::run() {
  bool Good = (!is_contained(Targets, TargetKind::Ptx) || compilePtx()) &&
              (!is_contained(Targets, TargetKind::Cpu) || compileCpu()) &&
              (!wants(R, Emit::Object) || emitObject()) && addDescriptions();
  if (!Good)
    return {};
  if (!R.Output.empty() && !isFolder(R.Output) && R.Output != "-" && Files.size() > 1) {
    fail(createStringError("this makes " + Twine(Files.size()) + " files, and -o '" + R.Output +
                           "' is one; give a folder (with '/' at the end)"));
    return {};
  }
  if (R.WriteDependencies)
    addDependencies();
  return std::move(Files);
}

/// Where the user's cached files belong by the XDG base directory specification.
std::string defaultCacheDirectory() {
  SmallString<128> Path;
  if (!sys::path::cache_directory(Path))
    return "";
  sys::path::append(Path, "kcc");
  return std::string(Path);
}

/// No output may take the place of a source or of another output.
Error checkPaths(const Request &R, ArrayRef<OutputFile> Files) {
  StringSet<> Paths;
  for (const OutputFile &File : Files) {
    if (File.Path == "-")
      continue;
    for (const std::string &Input : R.Inputs)
      if (Input != "-" && sys::fs::equivalent(Input, File.Path))
        return createStringError("the output '" + File.Path +
                                 "' would overwrite the source; choose another with -o");
    if (!Paths.insert(File.Path).second)
      return createStringError("two outputs would have the name '" + File.Path +
                               "'; compile sources of the same name one by one");
  }
  return Error::success();
}

int run(const Request &R, IntrusiveRefCntPtr<vfs::FileSystem> FileSystem, const Streams &S) {
  auto Fail = [&](Error E) {
    S.Errors << "kcc: error: " << toString(std::move(E)) << "\n";
    return 1;
  };
  Expected<std::vector<TargetKind>> Targets = targetsOf(R);
  if (!Targets)
    return Fail(Targets.takeError());
  if (R.Inputs.size() > 1 && !R.Output.empty() && !isFolder(R.Output))
    return Fail(createStringError("several sources need a folder as output, and '" + R.Output +
                                  "' is a file; write '/' at its end if it is to be made"));

  ParseJob Job;
  Job.ClangArguments = R.ClangArguments;
  Job.OptLevel = R.OptLevel;
  Job.Verbose = R.Verbose;
  Job.Color = S.Color;
  Job.SystemDependencies = R.SystemDependencies;
  Job.CacheDirectory = !R.Cache ? "" : R.CacheDirectory.empty() ? defaultCacheDirectory() : R.CacheDirectory;
  Job.CacheLimit = R.CacheMegabytes << 20;
  Job.FileSystem = FileSystem;
  Job.Errors = &S.Errors;
  if (is_contained(R.Inputs, "-")) {
    auto Text = MemoryBuffer::getSTDIN();
    if (!Text)
      return Fail(createStringError("cannot read standard input: " + Text.getError().message()));
    Job.StandardInput = (*Text)->getBuffer().str();
  }

  std::vector<OutputFile> Files;
  for (const std::string &Input : R.Inputs) {
    Translation T(R, *Targets, Input, Job);
    std::vector<OutputFile> New = T.run();
    if (Error Problem = T.problem())
      return Fail(std::move(Problem));
    if (New.empty())
      return 1;
    Files.insert(Files.end(), std::make_move_iterator(New.begin()), std::make_move_iterator(New.end()));
  }
  if (Error Wrong = checkPaths(R, Files))
    return Fail(std::move(Wrong));
  if (Error Failed = writeOutputs(Files, S.Out))
    return Fail(std::move(Failed));
  return 0;
}

} // namespace

int runDriver(ArrayRef<const char *> Arguments, IntrusiveRefCntPtr<vfs::FileSystem> Files, const Streams &S) {
  CommandLine Line = parseCommandLine(Arguments, S.Out, S.Errors);
  if (Line.Done)
    return Line.Status;
  return runProtected(S.Errors, [&] { return run(Line.R, Files, S); });
}

} // namespace kcc::compiler
