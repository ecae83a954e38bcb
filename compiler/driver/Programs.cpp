#include "driver/Programs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>

using namespace llvm;

namespace kcc::compiler {
namespace {

/// A temporary file, removed by the destructor.
class TemporaryFile {
public:
  static Expected<TemporaryFile> create(StringRef Extension, StringRef Content) {
    SmallString<128> Path;
    int Descriptor = -1;
    if (std::error_code Failed = sys::fs::createTemporaryFile("kcc", Extension, Descriptor, Path))
      return createStringError("cannot make a temporary file: " + Failed.message());
    TemporaryFile File(Path);
    raw_fd_ostream Stream(Descriptor, /*shouldClose=*/true);
    Stream << Content;
    Stream.close();
    if (std::error_code Failed = Stream.error()) {
      Stream.clear_error();
      return createStringError("cannot write '" + Path + "': " + Failed.message());
    }
    return File;
  }
  StringRef path() const { return Path; }

private:
  explicit TemporaryFile(StringRef Path) : Path(Path), Remover(std::make_unique<FileRemover>(Path)) {}
  std::string Path;
  std::unique_ptr<FileRemover> Remover;
};

std::string contentOf(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

/// Runs \p Program on \p Input, a file with \p InputExtension, and returns the file that it makes. \p
/// Arguments gets the paths of both. \p Purpose continues "PROGRAM cannot".
Expected<std::string>
runOnFile(StringRef Program, StringRef Input, StringRef InputExtension, StringRef OutputExtension,
          const Twine &Purpose,
          function_ref<SmallVector<StringRef, 8>(StringRef Input, StringRef Output)> Arguments) {
  Expected<TemporaryFile> In = TemporaryFile::create(InputExtension, Input);
  if (!In)
    return In.takeError();
  Expected<TemporaryFile> Out = TemporaryFile::create(OutputExtension, "");
  if (!Out)
    return Out.takeError();
  Expected<TemporaryFile> Messages = TemporaryFile::create("txt", "");
  if (!Messages)
    return Messages.takeError();
  SmallVector<StringRef, 8> All = {Program};
  append_range(All, Arguments(In->path(), Out->path()));
  std::optional<StringRef> Redirects[] = {StringRef(), Messages->path(), Messages->path()};
  std::string Problem;
  int Status = sys::ExecuteAndWait(Program, All, std::nullopt, Redirects, 0, 0, &Problem);
  std::string Made = contentOf(Out->path());
  if (Status == 0 && !Made.empty())
    return Made;
  std::string Said = Problem.empty() ? StringRef(contentOf(Messages->path())).trim().str() : Problem;
  return createStringError("'" + Program + "' cannot " + Purpose +
                           (Said.empty() ? "; it says nothing" : ": " + Said));
}

} // namespace

Expected<std::string> linkSharedObject(StringRef Object, StringRef Linker) {
  ErrorOr<std::string> Program = sys::findProgramByName(Linker);
  if (!Program)
    return createStringError("--emit=so needs a linker, and there is no program '" + Linker +
                             "'; install gcc or clang, or name one with --host-linker");
  return runOnFile(*Program, Object, "o", "so", "link the shared object", [](StringRef In, StringRef Out) {
    return SmallVector<StringRef, 8>{"-shared", "-o", Out, In, "-lm"};
  });
}

Expected<std::string> assemblePtx(StringRef Ptx, StringRef Arch, ArrayRef<StringRef> Options,
                                  StringRef Ptxas) {
  ErrorOr<std::string> Program = sys::findProgramByName(Ptxas);
  if (!Program)
    return createStringError(
        "there is no program '" + Ptxas +
        "' for --ptxas; install a CUDA toolkit's ptxas (package cuda-nvcc), or leave the "
        "option out: GPUs' drivers compile the PTX");
  std::string ArchOption = ("-arch=" + Arch).str();
  return runOnFile(*Program, Ptx, "ptx", "cubin", "assemble the code for " + Arch,
                   [&](StringRef In, StringRef Out) {
                     SmallVector<StringRef, 8> All = {ArchOption, "-o", Out, In};
                     append_range(All, Options);
                     return All;
                   });
}

Expected<std::string> linkCodeObject(StringRef Object, StringRef Linker) {
  ErrorOr<std::string> Program = sys::findProgramByName(Linker);
  if (!Program)
    return createStringError("code for AMD's GPUs needs LLVM's linker, and there is no program '" + Linker +
                             "'; install it (package lld-22), or name one with --amdgpu-linker");
  return runOnFile(*Program, Object, "o", "hsaco", "link the code object", [](StringRef In, StringRef Out) {
    return SmallVector<StringRef, 8>{"-shared", "--no-undefined", "-o", Out, In};
  });
}

} // namespace kcc::compiler
