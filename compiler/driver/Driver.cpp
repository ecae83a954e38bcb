// run() determines the targets, then handles one source after another. A Translation compiles the source once
// per target and architecture, checks that the results agree in what the host sees, and collects the
// requested files in memory. Files are written at the end, when everything has succeeded.
#include "driver/Driver.h"
#include "compilation/Compilation.h"
#include "driver/CommandLine.h"
#include "driver/CrashGuard.h"
#include "driver/OutputFiles.h"
#include "targets/CodeGeneration.h"
#include "targets/Image.h"
#include "targets/Registry.h"
#include "targets/cpu/CpuTarget.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// The targets of the request: as given, or as the emitted kinds require.
Expected<std::vector<const TargetEntry *>> targetsOf(const Request &R) {
  std::vector<const TargetEntry *> Targets = R.Targets;
  if (Targets.empty() && R.wants(Emit::Object))
    for (const TargetEntry &E : targetRegistry())
      Targets.push_back(&E);
  if (Targets.empty())
    Targets = R.CodeFiles;
  if (Targets.empty())
    Targets = {&targetRegistry().front()};
  for (const TargetEntry *File : R.CodeFiles)
    if (!is_contained(Targets, File))
      return createStringError("--emit=" + File->Name + " and --target=" + Targets.front()->Name +
                               " contradict each other; use --target=" + File->Name +
                               ", or --emit=obj or llvm-ir for the CPU device");
  if ((R.wants(Emit::LlvmIr) || R.wants(Emit::LlvmBitcode)) && Targets.size() > 1)
    return createStringError("--emit=llvm-ir and llvm-bc write one target's code; give --target=" +
                             join(map_range(Targets, [](auto *E) { return E->Name; }), " or --target="));
  return Targets;
}

/// \p Name with `_` for characters that identifiers cannot have.
std::string inIdentifier(StringRef Name) {
  std::string Text = Name.str();
  for (char &C : Text)
    C = isAlnum(C) ? C : '_';
  return Text;
}

bool isFolder(StringRef Path) {
  return Path.ends_with("/") || sys::fs::is_directory(Path);
}

/// Translates one source: compiles it for each target, then writes the requested forms. Each step returns the
/// error that ends it; an error that Clang's diagnostics have already reported has no text.
class Translation {
public:
  Translation(const Request &R, ArrayRef<const TargetEntry *> Targets, StringRef Input, const ParseJob &Base)
      : R(R), Targets(Targets), Job(Base) {
    Job.Input = Input.str();
    Stem = Input == "-" ? "stdin" : sys::path::stem(Input).str();
    Name = R.Name.empty() ? Stem : R.Name;
  }

  /// The files to write.
  Expected<std::vector<OutputFile>> run();

private:
  Error compileFor(const TargetEntry &Entry, StringRef Arch);
  Error addObject();
  Error addDescriptions();
  void addDependencies();

  std::string imageSymbol() const;
  std::string pathFor(StringRef Extension, StringRef Arch = {}) const;
  void add(StringRef Extension, std::string Content, StringRef Arch = {}) {
    Files.push_back({pathFor(Extension, Arch), std::move(Content)});
  }

  const Request &R;
  ArrayRef<const TargetEntry *> Targets;
  ParseJob Job;
  std::string Stem, Name;
  std::vector<OutputFile> Files;

  // Shared by all targets.
  std::vector<Code> Codes;
  std::vector<std::string> Dependencies; ///< without duplicates, in the order of reading
  std::uint64_t ContentHash = 0;
  std::string FirstArch;
  std::optional<Manifest> Kernels; ///< of the first target; the others agree in what the host sees
  std::unique_ptr<Target> HostTarget;
  std::unique_ptr<Compilation> Hosted; ///< for the target whose code is functions of the host
};

/// An error that has already been reported.
Error reported() {
  return make_error<StringError>("", inconvertibleErrorCode());
}

Expected<std::vector<OutputFile>> Translation::run() {
  for (const TargetEntry *Entry : Targets) {
    std::vector<std::string> Archs = {""};
    if (!Entry->DefaultArch.empty())
      Archs = R.Archs.empty() ? std::vector{Entry->DefaultArch.str()} : R.Archs;
    for (const std::string &Arch : Archs)
      if (Error E = compileFor(*Entry, Arch))
        return E;
  }
  if (R.wants(Emit::Object))
    if (Error E = addObject())
      return E;
  if (Error E = addDescriptions())
    return E;
  if (!R.Output.empty() && !isFolder(R.Output) && R.Output != "-" && Files.size() > 1)
    return createStringError("this makes " + Twine(Files.size()) + " files, and -o '" + R.Output +
                             "' names a single one; give a folder (with '/' at the end)");
  if (R.WriteDependencies)
    addDependencies();
  return std::move(Files);
}

Error Translation::compileFor(const TargetEntry &Entry, StringRef Arch) {
  Expected<std::unique_ptr<Target>> T = Entry.Create(Arch);
  if (!T)
    return T.takeError();
  std::string ArchName = (*T)->arch();
  Job.Target = (*T)->facts();
  // -lineinfo is for GPU profilers; on the host, debuggers and profilers read line tables.
  Job.Debug = R.Debug                  ? DebugInfo::Full
              : !R.LineInfo            ? DebugInfo::None
              : Job.Target.IsCpuDevice ? DebugInfo::LineTables
                                       : DebugInfo::Lines;
  bool WantsFile = is_contained(R.CodeFiles, &Entry);
  Results Wanted{R.wants(Emit::LlvmIr), R.wants(Emit::LlvmBitcode), WantsFile || R.wants(Emit::Object)};
  std::unique_ptr<Compilation> C = compile(Job, **T, Wanted);
  if (!C)
    return reported();

  // Image, header and manifest are common to all targets, which must then agree. Files for a single target
  // have their own manifest.
  const bool IsShared = R.wants(Emit::Object) || R.wants(Emit::Header) || R.wants(Emit::Manifest);
  const Manifest &M = C->manifest();
  if (!Kernels) {
    Kernels = M;
    FirstArch = ArchName;
    ContentHash = C->source().contentHash();
  } else if (std::string Difference = IsShared ? interfaceDifference(*Kernels, M) : ""; !Difference.empty()) {
    return createStringError(M.Source + ": the code for " + FirstArch + " and that for " + ArchName +
                             " differ in what the host sees: " + Difference +
                             "; declare it the same for all targets, or compile the source for each alone");
  }
  for (const std::string &File : C->source().dependencies())
    if (!is_contained(Dependencies, File))
      Dependencies.push_back(File);

  // The outputs of this target.
  std::string Json = toJson(M);
  StringRef FileArch = Entry.DefaultArch.empty() ? StringRef() : StringRef(ArchName);
  if (R.wants(Emit::LlvmIr))
    add("ll", C->LlvmIr, FileArch);
  if (R.wants(Emit::LlvmBitcode))
    add("bc", C->LlvmBitcode, FileArch);
  if (WantsFile)
    add(Entry.Name, (*T)->inFile(C->Code, Json), FileArch);
  Codes.push_back({(*T)->codeKind(), ArchName, std::move(Json), std::move(C->Code), {}, {}});
  if ((*T)->codeKind() != abi::CodeKind::cpu)
    return Error::success();
  for (const Kernel &K : M.Kernels)
    Codes.back().Entries.push_back(K.Entry);
  for (const Global &G : M.Globals)
    Codes.back().Globals.push_back(G.Symbol);
  HostTarget = std::move(*T);
  Hosted = std::move(C);
  return Error::success();
}

/// Adds the host object: the codes as data, next to the functions of the CPU device.
Error Translation::addObject() {
  std::unique_ptr<Target> Host = createCpuTarget();
  std::unique_ptr<TargetMachine> Machine = Host->createMachine(R.OptLevel);
  LLVMContext OwnContext;
  std::unique_ptr<Module> Own;
  if (!Hosted) {
    Own = std::make_unique<Module>(Name, OwnContext);
    Own->setTargetTriple(Machine->getTargetTriple());
    Own->setDataLayout(Machine->createDataLayout());
  }
  Module &M = Hosted ? Hosted->module() : *Own;
  addImage(M, imageSymbol(), Kernels->Source, Codes);
  add("o", generateCode(M, *Machine, FileKind::Object));
  return Hosted && Hosted->hasErrors() ? reported() : Error::success();
}

/// The image's symbol: `kcc_image_`, the name, and a hash of everything that the kernels are compiled from.
/// Images with the same name but different content can be linked into one program, and header and object may
/// be made by two calls of kcc.
std::string Translation::imageSymbol() const {
  std::string All;
  for (StringRef Part : R.ClangArguments)
    All += Part.str() + '\0';
  All += Kernels->Source + '\0' + Name + '\0' + utohexstr(ContentHash);
  return "kcc_image_" + inIdentifier(Name) + "_" +
         utohexstr(xxh3_64bits(All), /*LowerCase=*/true, /*Width=*/16);
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

Error Translation::addDescriptions() {
  if (R.wants(Emit::Manifest))
    add("json", toJson(*Kernels) + "\n");
  if (!R.wants(Emit::Header))
    return Error::success();
  // Not "h": the source's own header may have that name, be in the same folder, and be included by this one.
  add("kernels.h", toHeader(*Kernels, namespaceName(Name), imageSymbol()));
  return Error::success();
}

/// Escapes a path in make's syntax, which ninja reads too.
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

/// The user's cache directory according to the XDG base directory specification.
std::string defaultCacheDirectory() {
  SmallString<128> Path;
  if (!sys::path::cache_directory(Path))
    return "";
  sys::path::append(Path, "kcc");
  return std::string(Path);
}

/// Checks that no output overwrites a source or another output.
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

/// \p Files with the sources that can be read only once, such as pipes, as files in memory: each target
/// parses the source, and messages may need another parse.
Expected<IntrusiveRefCntPtr<vfs::FileSystem>> withPipes(ArrayRef<std::string> Sources,
                                                        IntrusiveRefCntPtr<vfs::FileSystem> Files) {
  IntrusiveRefCntPtr<vfs::InMemoryFileSystem> Pipes;
  for (const std::string &Source : Sources) {
    ErrorOr<vfs::Status> Status = Files->status(Source);
    if (Source == "-" || !Status || Status->isRegularFile() || Status->isDirectory())
      continue;
    auto Text = Files->getBufferForFile(Source);
    if (!Text)
      return createStringError("cannot read '" + Source + "': " + Text.getError().message());
    if (!Pipes)
      Pipes = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
    SmallString<128> Path(Source);
    if (std::error_code Failed = Files->makeAbsolute(Path))
      return errorCodeToError(Failed);
    Pipes->addFile(Path, 0, std::move(*Text));
  }
  if (!Pipes)
    return Files;
  auto Both = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(Files);
  Both->pushOverlay(Pipes);
  return Both;
}

int run(const Request &R, IntrusiveRefCntPtr<vfs::FileSystem> Files, const Environment &E) {
  auto Fail = [&](Error Problem) {
    if (std::string Text = toString(std::move(Problem)); !Text.empty())
      E.Errors << "kcc: error: " << Text << "\n";
    return 1;
  };
  Expected<std::vector<const TargetEntry *>> Targets = targetsOf(R);
  if (!Targets)
    return Fail(Targets.takeError());
  if (R.Inputs.size() > 1 && !R.Output.empty() && !isFolder(R.Output))
    return Fail(createStringError("several sources need a folder as output, and '" + R.Output +
                                  "' is not one; add '/' at its end to create it"));

  Expected<IntrusiveRefCntPtr<vfs::FileSystem>> FileSystem = withPipes(R.Inputs, Files);
  if (!FileSystem)
    return Fail(FileSystem.takeError());
  ParseJob Job;
  Job.ClangArguments = R.ClangArguments;
  Job.OptLevel = R.OptLevel;
  Job.Verbose = R.Verbose;
  Job.Color = E.Color;
  Job.TypedHeader = R.wants(Emit::Header);
  Job.SystemDependencies = R.SystemDependencies;
  Job.CacheDirectory = !R.Cache ? "" : R.CacheDirectory.empty() ? defaultCacheDirectory() : R.CacheDirectory;
  Job.CacheLimit = R.CacheMegabytes << 20;
  Job.FileSystem = *FileSystem;
  Job.Sysroot = E.Sysroot;
  Job.Errors = &E.Errors;
  if (is_contained(R.Inputs, "-")) {
    auto Text = MemoryBuffer::getSTDIN();
    if (!Text)
      return Fail(createStringError("cannot read standard input: " + Text.getError().message()));
    Job.StandardInput = (*Text)->getBuffer().str();
  }

  std::vector<OutputFile> Outputs;
  for (const std::string &Input : R.Inputs) {
    Translation T(R, *Targets, Input, Job);
    Expected<std::vector<OutputFile>> New = T.run();
    if (!New)
      return Fail(New.takeError());
    Outputs.insert(Outputs.end(), std::make_move_iterator(New->begin()), std::make_move_iterator(New->end()));
  }
  if (Error Wrong = checkPaths(R, Outputs))
    return Fail(std::move(Wrong));
  if (Error Failed = writeOutputs(Outputs, E.Out))
    return Fail(std::move(Failed));
  return 0;
}

} // namespace

int runDriver(ArrayRef<const char *> Arguments, IntrusiveRefCntPtr<vfs::FileSystem> Files,
              const Environment &E) {
  CommandLine Line = parseCommandLine(Arguments, E.Out, E.Errors);
  if (Line.Done)
    return Line.Status;
  return runGuarded(E.Errors, [&] { return run(Line.R, Files, E); });
}

} // namespace kcc::compiler
