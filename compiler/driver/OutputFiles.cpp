#include "driver/OutputFiles.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;

namespace kcc::compiler {

/// Devices and pipes are written to, not replaced.
static bool isReplaceable(StringRef Path) {
  sys::fs::file_status Status;
  return sys::fs::status(Path, Status) || sys::fs::is_regular_file(Status) || !sys::fs::exists(Status);
}

static Error writeTo(int Descriptor, StringRef Content) {
  raw_fd_ostream Stream(Descriptor, /*shouldClose=*/false);
  Stream << Content;
  Stream.flush();
  std::error_code Failed = Stream.error();
  Stream.clear_error();
  return errorCodeToError(Failed);
}

static Error writeDirectly(const OutputFile &File) {
  int Descriptor = -1;
  if (std::error_code Failed = sys::fs::openFileForWrite(File.Path, Descriptor, sys::fs::CD_OpenExisting))
    return errorCodeToError(Failed);
  Error Failed = writeTo(Descriptor, File.Content);
  sys::fs::file_t Handle = sys::fs::convertFDToNativeFile(Descriptor);
  return joinErrors(std::move(Failed), errorCodeToError(sys::fs::closeFile(Handle)));
}

namespace {

/// A file under a temporary name in the same folder, which is removed unless it is kept.
struct Pending {
  const OutputFile *File;
  std::string Path; ///< the target of a symbolic link
  sys::fs::TempFile Temporary;
};

} // namespace

/// Follows symbolic links from \p Path, whether or not the file exists: the link's target is written, the
/// link is not replaced.
static Expected<std::string> followLinks(StringRef Path) {
  SmallString<256> Current(Path);
  for (int Links = 0; sys::fs::is_symlink_file(Current); ++Links) {
    char Text[4096];
    ssize_t Length = Links == 40 ? -1 : readlink(Current.c_str(), Text, sizeof Text);
    if (Length < 0)
      return errorCodeToError(Links == 40 ? std::make_error_code(std::errc::too_many_symbolic_link_levels)
                                          : errnoAsErrorCode());
    StringRef Target(Text, static_cast<std::size_t>(Length));
    if (sys::path::is_relative(Target))
      sys::path::remove_filename(Current);
    else
      Current.clear();
    sys::path::append(Current, Target);
  }
  return std::string(Current);
}

static Error failure(const OutputFile &File, Error Why) {
  return createStringError("cannot write '" + File.Path + "': " + toString(std::move(Why)));
}

/// Writes \p File under a temporary name and adds it to \p Written.
static Error prepare(const OutputFile &File, SmallVectorImpl<Pending> &Written) {
  if (StringRef Folder = sys::path::parent_path(File.Path); !Folder.empty())
    if (std::error_code Failed = sys::fs::create_directories(Folder))
      return createStringError("cannot make the folder '" + Folder + "': " + Failed.message());
  Expected<std::string> Path = followLinks(File.Path);
  if (!Path)
    return failure(File, Path.takeError());
  auto Temporary = sys::fs::TempFile::create(*Path + ".%%%%%%%%.tmp", sys::fs::all_read | sys::fs::all_write);
  if (!Temporary)
    return failure(File, Temporary.takeError());
  Written.push_back({&File, std::move(*Path), std::move(*Temporary)});
  if (Error Failed = writeTo(Written.back().Temporary.FD, File.Content))
    return failure(File, std::move(Failed));
  return Error::success();
}

bool isFolder(StringRef Path) {
  return Path.ends_with("/") || sys::fs::is_directory(Path);
}

Error writeOutputs(ArrayRef<OutputFile> Files, raw_ostream &StandardOutput) {
  SmallVector<Pending, 4> Written;
  Error Result = Error::success();
  for (const OutputFile &File : Files)
    if (!Result && File.Path != "-" && isReplaceable(File.Path))
      Result = prepare(File, Written);

  // Everything that is likely to fail has been done; from here on files appear.
  for (const OutputFile &File : Files) {
    if (Result)
      break;
    if (File.Path == "-")
      StandardOutput << File.Content;
    else if (!isReplaceable(File.Path))
      if (Error Failed = writeDirectly(File))
        Result = failure(File, std::move(Failed));
  }
  for (Pending &P : Written) {
    if (!Result) {
      if (Error Failed = P.Temporary.keep(P.Path))
        Result = failure(*P.File, std::move(Failed));
    } else {
      consumeError(P.Temporary.discard());
    }
  }
  return Result;
}

} // namespace kcc::compiler
