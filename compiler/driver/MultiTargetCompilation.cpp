#include "driver/MultiTargetCompilation.h"
#include "compilation/Compilation.h"
#include "driver/Programs.h"
#include "driver/Request.h"
#include "lowering/Builtins.h"
#include "targets/CodeGeneration.h"
#include "targets/Image.h"
#include "targets/Registry.h"
#include "targets/cpu/CpuTarget.h"
#include "targets/cpu/ModuleFile.h"
#include "targets/metal/MetalTarget.h"
#include "targets/metal/MetalText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <optional>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// \p Name with `_` for characters that identifiers cannot have.
std::string inIdentifier(StringRef Name) {
  std::string Text = Name.str();
  for (char &C : Text)
    C = isAlnum(C) ? C : '_';
  return Text;
}

/// Each step returns the error that ends it.
class MultiTargetCompilation {
public:
  MultiTargetCompilation(const Request &R, ArrayRef<const TargetEntry *> Targets, StringRef Input,
                         const ParseJob &Base)
      : R(R), Targets(Targets), Job(Base) {
    Job.Input = Input.str();
    Stem = Input == "-" ? "stdin" : sys::path::stem(Input).str();
    Name = R.Name.empty() ? Stem : R.Name;
  }

  /// The files to write.
  Expected<std::vector<OutputFile>> run();

private:
  std::vector<std::string> archsOf(const TargetEntry &Entry) const;
  Error compileFor(const TargetEntry &Entry, StringRef Arch);
  Error agree(Compilation &C, StringRef Arch);
  void addDependenciesOf(Compilation &C);
  Error addMetal();
  Error addCubin(const Code &Ptx);
  Error addSharedObject();
  Error addObject();
  Error addDescriptions();
  void addDependencies();

  CodeOptions codeOptions() const { return {R.PtxVersion, R.HostTriple, R.CpuLevels}; }
  std::string imageSymbol() const;
  std::string notesPath() const;
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

/// --arch is one list for all targets. Names that begin like those of no target are for the first with
/// several architectures, which then says what is wrong.
std::vector<std::string> MultiTargetCompilation::archsOf(const TargetEntry &Entry) const {
  if (Entry.DefaultArch.empty())
    return {""};
  auto OwnerOf = [&](StringRef Arch) {
    auto *Found = find_if(Targets, [&](const TargetEntry *E) {
      return !E->ArchPrefix.empty() && Arch.starts_with(E->ArchPrefix);
    });
    if (Found == Targets.end())
      Found = find_if(Targets, [](const TargetEntry *E) { return !E->DefaultArch.empty(); });
    return *Found;
  };
  std::vector<std::string> Archs;
  copy_if(R.Archs, std::back_inserter(Archs), [&](StringRef Arch) { return OwnerOf(Arch) == &Entry; });
  return Archs.empty() ? std::vector{Entry.DefaultArch.str()} : Archs;
}

Expected<std::vector<OutputFile>> MultiTargetCompilation::run() {
  for (const TargetEntry *Entry : Targets) {
    for (const std::string &Arch : archsOf(*Entry))
      if (Error E = compileFor(*Entry, Arch))
        return E;
  }
  if (R.wants(Emit::Metal))
    if (Error E = addMetal())
      return E;
  if (R.wants(Emit::SharedObject)) // first: the object takes the module
    if (Error E = addSharedObject())
      return E;
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

/// -lineinfo is for GPU profilers; on the host, debuggers and profilers read line tables. Reports of checks
/// name lines and, on the CPU device, variables.
DebugInfo debugInfo(const Request &R, const TargetFacts &Target) {
  if (R.Debug || (R.Checks != 0 && Target.IsCpuDevice))
    return DebugInfo::Full;
  if (R.gpuChecks() != 0 && !Target.IsCpuDevice)
    return DebugInfo::Lines;
  if (!R.LineInfo && !((R.Coverage || R.ExplainCpu) && Target.IsCpuDevice))
    return DebugInfo::None;
  return Target.IsCpuDevice ? DebugInfo::LineTables : DebugInfo::Lines;
}

/// Image, header and manifest are common to all targets, which must then agree in what the host sees. Files
/// for a single target have their own manifest.
Error MultiTargetCompilation::agree(Compilation &C, StringRef Arch) {
  const Manifest &M = C.manifest();
  if (!Kernels) {
    Kernels = M;
    FirstArch = Arch.str();
    ContentHash = C.source().contentHash();
    return Error::success();
  }
  if (!R.wants(Emit::Object) && !R.wants(Emit::SharedObject) && !R.wants(Emit::Header) &&
      !R.wants(Emit::Manifest))
    return Error::success();
  std::string Difference = interfaceDifference(*Kernels, M);
  if (Difference.empty())
    return Error::success();
  return createStringError(M.Source + ": the code for " + FirstArch + " and that for " + Arch +
                           " differ in what the host sees: " + Difference +
                           "; declare it the same for all targets, or compile the source for each alone");
}

void MultiTargetCompilation::addDependenciesOf(Compilation &C) {
  for (const std::string &File : C.source().dependencies())
    if (!is_contained(Dependencies, File))
      Dependencies.push_back(File);
}

/// Checks that code for \p T can have \p Checks.
static Error checkChecks(const Target &T, std::uint32_t Checks) {
  if (Checks == 0 || T.firstWith(*findBuiltin("__kcc_check_bounds")).empty())
    return Error::success();
  return createStringError("--check-gpu puts checks into GPU code, and code for " + T.backEnd() +
                           " cannot have them; leave it out, or compile for other devices");
}

/// Checks that a file of code for \p T has a kernel.
static Error checkFile(const Manifest &M, StringRef Name, const Target &T) {
  if (!all_of(M.Kernels, [](const Kernel &K) { return K.LeftOut; }))
    return Error::success();
  return createStringError(M.Source + ": [[kcc::targets]] leaves all kernels out of code for " +
                           (T.facts().IsCpuDevice ? "the CPU device" : T.backEnd()) +
                           ", and a file of it would have none; name \"" + Name +
                           "\" there, or make no such file of this source");
}

/// LLVM writes the notes while it compiles, and says only that it cannot.
static Error tryToWrite(StringRef Path) {
  if (StringRef Folder = sys::path::parent_path(Path); !Folder.empty())
    if (std::error_code Failed = sys::fs::create_directories(Folder))
      return createStringError("cannot make the folder '" + Folder + "': " + Failed.message());
  int File = -1;
  if (std::error_code Failed = sys::fs::openFileForWrite(Path, File))
    return createStringError("cannot write '" + Path + "': " + Failed.message());
  sys::fs::closeFile(File);
  return Error::success();
}

Error MultiTargetCompilation::compileFor(const TargetEntry &Entry, StringRef Arch) {
  Expected<std::unique_ptr<Target>> T = Entry.Create(Arch, codeOptions());
  if (!T)
    return T.takeError();
  std::string ArchName = (*T)->arch();
  Job.Target = (*T)->facts();
  Job.TargetName = Entry.Name.str();
  Job.Debug = debugInfo(R, Job.Target);
  Job.CoverageNotes = R.Coverage && Job.Target.IsCpuDevice ? notesPath() : "";
  if (!Job.CoverageNotes.empty())
    if (Error E = tryToWrite(Job.CoverageNotes))
      return E;
  Job.Checks = Job.Target.IsCpuDevice ? R.Checks : R.gpuChecks();
  if (Error E = checkChecks(**T, Job.Checks))
    return E;
  bool WantsFile = is_contained(R.CodeFiles, &Entry);
  bool IsHosted = (*T)->codeKind() == abi::CodeKind::cpu;
  Results Wanted{R.wants(Emit::LlvmIr), R.wants(Emit::LlvmBitcode),
                 WantsFile || R.wants(Emit::Object) || (IsHosted && R.wants(Emit::SharedObject))};
  std::unique_ptr<Compilation> C = compile(Job, **T, Wanted);
  if (!C)
    return reported();

  if (Error E = agree(*C, ArchName))
    return E;
  addDependenciesOf(*C);

  // The files and the code of this target.
  const Manifest &M = C->manifest();
  if (WantsFile || (IsHosted && R.wants(Emit::SharedObject)))
    if (Error E = checkFile(M, Entry.Name, **T))
      return E;
  std::string Json = toJson(M);
  StringRef FileArch = Entry.DefaultArch.empty() ? StringRef() : StringRef(ArchName);
  if (R.wants(Emit::LlvmIr))
    add("ll", C->LlvmIr, FileArch);
  if (R.wants(Emit::LlvmBitcode))
    add("bc", C->LlvmBitcode, FileArch);
  if ((*T)->codeKind() == abi::CodeKind::amdgpu && Wanted.Code) {
    Expected<std::string> Linked = linkCodeObject(C->Code, R.AmdgpuLinker);
    if (!Linked)
      return Linked.takeError();
    C->Code = std::move(*Linked);
  }
  if (WantsFile)
    add(Entry.Extension, (*T)->inFile(C->Code, Json), FileArch);
  Codes.push_back({(*T)->codeKind(), ArchName, std::move(Json), std::move(C->Code), {}, {}, Job.Checks != 0});
  if (Codes.back().Kind == abi::CodeKind::ptx && !R.Ptxas.empty())
    return addCubin(Code(Codes.back()));
  if (!IsHosted)
    return Error::success();
  for (const Kernel &K : M.Kernels)
    Codes.back().Entries.push_back(K.Entry);
  for (const Global &G : M.Globals)
    Codes.back().Globals.push_back(G.Symbol);
  HostTarget = std::move(*T);
  Hosted = std::move(C);
  return Error::success();
}

/// Adds a file with Metal's language for each kernel.
Error MultiTargetCompilation::addMetal() {
  std::unique_ptr<Target> T = createMetalTarget(codeOptions());
  Job.Target = T->facts();
  Job.TargetName = "metal"; // which [[kcc::targets]] cannot name
  Job.Debug = debugInfo(R, Job.Target);
  Job.CoverageNotes.clear();
  Job.Checks = R.gpuChecks();
  if (Error E = checkChecks(*T, Job.Checks))
    return E;
  Job.OptLevel = std::max(R.OptLevel, 1u); // at level 0, an operation's code has all orders of memory
  std::unique_ptr<Compilation> C = compile(Job, *T, {.LlvmIr = false, .LlvmBitcode = false, .Code = true});
  if (!C)
    return reported();
  if (Error E = agree(*C, T->arch()))
    return E;
  addDependenciesOf(*C);
  const std::vector<Kernel> &All = C->manifest().Kernels;
  const auto Count = count_if(All, [](const Kernel &K) { return !K.LeftOut; });
  if (Count == 0)
    return createStringError(C->manifest().Source +
                             ": [[kcc::targets]] leaves all kernels out of code for Metal; a kernel without "
                             "it has that code");
  for (const Kernel &K : All) {
    if (K.LeftOut)
      continue;
    Expected<std::string> Text = metalText(C->Code, K, C->manifest().Source);
    if (!Text)
      return Text.takeError();
    add(Count == 1 ? "metal" : K.Entry + ".metal", std::move(*Text));
  }
  return Error::success();
}

/// Adds what ptxas makes of \p Ptx; a GPU of the architecture takes it rather than the PTX.
Error MultiTargetCompilation::addCubin(const Code &Ptx) {
  SmallVector<StringRef, 2> Options;
  if (R.Debug)
    Options.push_back("-g");
  else if (R.LineInfo)
    Options.push_back("-lineinfo");
  Expected<std::string> Cubin = assemblePtx(Ptx.Bytes, Ptx.Arch, Options, R.Ptxas);
  if (!Cubin)
    return Cubin.takeError();
  Codes.push_back({abi::CodeKind::cubin, Ptx.Arch, Ptx.Manifest, std::move(*Cubin), {}, {}, Ptx.HasChecks});
  return Error::success();
}

/// Adds the module file of the CPU device: its functions alone.
Error MultiTargetCompilation::addSharedObject() {
  std::unique_ptr<TargetMachine> Machine = HostTarget->createMachine(R.OptLevel);
  std::unique_ptr<Module> M = CloneModule(Hosted->module());
  makeModuleFile(*M, Kernels->Source,
                 *find_if(Codes, [](const Code &C) { return C.Kind == abi::CodeKind::cpu; }));
  std::string Object = generateCode(*M, *Machine, FileKind::Object);
  if (Hosted->hasErrors())
    return reported();
  Expected<std::string> Linked = linkSharedObject(Object, R.HostLinker);
  if (!Linked)
    return Linked.takeError();
  add("so", std::move(*Linked));
  return Error::success();
}

/// Adds the host object: the codes as data, next to the functions of the CPU device.
Error MultiTargetCompilation::addObject() {
  std::unique_ptr<Target> Host = createCpuTarget(codeOptions());
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
std::string MultiTargetCompilation::imageSymbol() const {
  std::string All;
  for (StringRef Part : R.ClangArguments)
    All += Part.str() + '\0';
  All += Kernels->Source + '\0' + Name + '\0' + utohexstr(ContentHash);
  return "kcc_image_" + inIdentifier(Name) + "_" +
         utohexstr(xxh3_64bits(All), /*LowerCase=*/true, /*Width=*/16);
}

std::string MultiTargetCompilation::pathFor(StringRef Extension, StringRef Arch) const {
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

/// Beside the object.
std::string MultiTargetCompilation::notesPath() const {
  std::string Object = pathFor("o");
  SmallString<128> Path(Object == "-" ? Stem : Object);
  sys::path::replace_extension(Path, "gcno");
  return std::string(Path);
}

Error MultiTargetCompilation::addDescriptions() {
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

void MultiTargetCompilation::addDependencies() {
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

} // namespace

Expected<std::vector<OutputFile>> compileForTargets(const Request &R, ArrayRef<const TargetEntry *> Targets,
                                                    StringRef Input, const ParseJob &Base) {
  return MultiTargetCompilation(R, Targets, Input, Base).run();
}

} // namespace kcc::compiler
