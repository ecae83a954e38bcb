// run() determines the targets, then compiles one source after another (MultiTargetCompilation). Files are
// written at the end, when everything has succeeded.
#include "driver/Driver.h"
#include "driver/ClangOptions.h"
#include "driver/CommandLine.h"
#include "driver/CrashGuard.h"
#include "driver/MultiTargetCompilation.h"
#include "driver/OutputFiles.h"
#include "frontend/ParseJob.h"
#include "targets/Registry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace kcc::compiler {
namespace {

std::string namesOf(ArrayRef<const TargetEntry *> Targets, StringRef Separator) {
  return join(map_range(Targets, [](auto *E) { return E->Name; }), Separator);
}

/// Checks that the options of a few targets are for one of \p Targets.
Error checkTargets(const Request &R, ArrayRef<const TargetEntry *> Targets) {
  const std::string Makers = Targets.empty() ? "--emit=msl" : "--target=" + namesOf(Targets, ",");
  if (!R.Archs.empty() && none_of(Targets, [](auto *E) { return !E->DefaultArch.empty(); }))
    return createStringError("--arch chooses among the architectures of ptx and amdgpu, and " + Makers +
                             " makes no code for them; leave it out, or add one of them to --target");
  for (auto [IsGiven, Option] :
       {std::pair(!R.Ptxas.empty(), "--ptxas"), {R.PtxVersion != 0, "--ptx-version"}})
    if (IsGiven && !is_contained(Targets, findTarget("ptx")))
      return createStringError(Twine(Option) + " is about PTX, and " + Makers +
                               " makes none; leave it out, or add ptx to --target");
  return Error::success();
}

/// The targets of the request: as given, or as the emitted kinds require.
Expected<std::vector<const TargetEntry *>> targetsOf(const Request &R) {
  std::vector<const TargetEntry *> Targets = R.Targets;
  if (Targets.empty() && R.wants(Emit::Object))
    for (const TargetEntry &E : targetRegistry())
      if (E.IsDefault)
        Targets.push_back(&E);
  if (Targets.empty())
    Targets = R.CodeFiles;
  if (!R.Ptxas.empty() && !R.wants(Emit::Object))
    return createStringError("--ptxas puts cubins into the object of --emit=obj, which is not asked for");
  if (R.wants(Emit::Metal)) {
    const TargetEntry *Vulkan = findTarget("vulkan");
    if (!R.Targets.empty() && !is_contained(R.Targets, Vulkan))
      return createStringError(
          "--emit=msl is made like code for Vulkan, and --target=" + R.Targets.front()->Name +
          " excludes that; add vulkan to --target, or leave --target out");
    // It is compiled for itself; without another kind of file, nothing is left for Vulkan.
    if (R.Emits == std::vector{Emit::Metal} && R.CodeFiles.empty())
      return std::vector<const TargetEntry *>();
  }
  const TargetEntry *Cpu = findTarget("cpu");
  if (R.wants(Emit::SharedObject) && !is_contained(Targets, Cpu)) {
    if (!R.Targets.empty())
      return createStringError("--emit=so has code for the CPU device, and --target=" +
                               Targets.front()->Name + " excludes it; add cpu to --target");
    Targets.push_back(Cpu);
  }
  if (Targets.empty())
    Targets = {&targetRegistry().front()};
  for (const TargetEntry *File : R.CodeFiles)
    if (!is_contained(Targets, File))
      return createStringError("--emit=" + File->Name + " and --target=" + namesOf(Targets, ",") +
                               " contradict each other; add " + File->Name +
                               " to --target, or use --emit=obj or llvm-ir");
  if ((R.wants(Emit::LlvmIr) || R.wants(Emit::LlvmBitcode)) && Targets.size() > 1)
    return createStringError("--emit=llvm-ir and llvm-bc write one target's code; give --target=" +
                             namesOf(Targets, " or --target="));
  return Targets;
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

/// What the compilations of all sources have in common.
Expected<ParseJob> commonJob(const Request &R, IntrusiveRefCntPtr<vfs::FileSystem> Files,
                             const Environment &E) {
  ParseJob Job;
  Job.ClangArguments = R.ClangArguments;
  // GCC's libubsan lacks this check's handler.
  if (sanitizesUndefined(R.ClangArguments))
    Job.ClangArguments.push_back("-fno-sanitize=function");
  Job.OptLevel = R.OptLevel;
  Job.Floats = R.Floats;
  Job.ExplainCpu = R.ExplainCpu;
  Job.Verbose = R.Verbose;
  Job.Color = E.Color;
  Job.TypedHeader = R.wants(Emit::Header);
  Job.SystemDependencies = R.SystemDependencies;
  Job.CacheDirectory = !R.Cache ? "" : R.CacheDirectory.empty() ? defaultCacheDirectory() : R.CacheDirectory;
  Job.CacheLimit = R.CacheMegabytes << 20;
  Job.Sysroot = E.Sysroot;
  Job.Errors = &E.Errors;
  Expected<IntrusiveRefCntPtr<vfs::FileSystem>> FileSystem = withPipes(R.Inputs, std::move(Files));
  if (!FileSystem)
    return FileSystem.takeError();
  Job.FileSystem = std::move(*FileSystem);
  if (is_contained(R.Inputs, "-")) {
    auto Text = MemoryBuffer::getSTDIN();
    if (!Text)
      return createStringError("cannot read standard input: " + Text.getError().message());
    Job.StandardInput = (*Text)->getBuffer().str();
  }
  return Job;
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
  if (Error Wrong = checkTargets(R, *Targets))
    return Fail(std::move(Wrong));
  if (R.Inputs.size() > 1 && !R.Output.empty() && !isFolder(R.Output))
    return Fail(createStringError("several sources need a folder as output, and '" + R.Output +
                                  "' is not one; add '/' at its end to create it"));

  Expected<ParseJob> Job = commonJob(R, std::move(Files), E);
  if (!Job)
    return Fail(Job.takeError());

  std::vector<OutputFile> Outputs;
  for (const std::string &Input : R.Inputs) {
    Expected<std::vector<OutputFile>> New = compileForTargets(R, *Targets, Input, *Job);
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
