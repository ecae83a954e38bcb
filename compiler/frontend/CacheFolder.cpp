#include "frontend/CacheFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <unistd.h>
#include <vector>

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace kcc::compiler {

CacheFolder::CacheFolder(StringRef Path) : Path(Path) {
  fs::create_directories(Path, /*IgnoreExisting=*/true, fs::owner_all);
}

std::string CacheFolder::obstacle() const {
  fs::file_status Status;
  if (std::error_code Error = fs::status(Path, Status))
    return Error.message();
  if (!fs::is_directory(Status))
    return "it is not a folder";
  if (Status.getUser() != geteuid())
    return "it belongs to somebody else";
  if (Status.permissions() & (fs::group_write | fs::others_write))
    return "others may write to it";
  return "";
}

std::string CacheFolder::pathOf(const Twine &Name) const {
  SmallString<256> Whole(Path);
  path::append(Whole, Name);
  return std::string(Whole);
}

bool CacheFolder::has(const Twine &Name) const {
  return fs::exists(pathOf(Name));
}

std::unique_ptr<MemoryBuffer> CacheFolder::read(const Twine &Name) const {
  auto Buffer = MemoryBuffer::getFile(pathOf(Name), /*IsText=*/false, /*RequiresNullTerminator=*/false);
  return Buffer ? std::move(*Buffer) : nullptr;
}

bool CacheFolder::write(const Twine &Name, StringRef Content) const {
  return !errorToBool(writeToOutput(pathOf(Name), [&](raw_ostream &Stream) {
    Stream << Content;
    Stream.flush();
    // Destroying a stream with an unread error ends the process, and the file would already have its final
    // name.
    auto &File = static_cast<raw_fd_ostream &>(Stream);
    std::error_code Failed = File.error();
    File.clear_error();
    return errorCodeToError(Failed);
  }));
}

bool CacheFolder::mark(const Twine &Name) const {
  int File = open(pathOf(Name).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  return File >= 0 && close(File) == 0;
}

void CacheFolder::remove(const Twine &Name) const {
  fs::remove(pathOf(Name));
}

void CacheFolder::touch(const Twine &Name) const {
  // By name: the file need not be open for writing, which a mapped file should never be.
  utimensat(AT_FDCWD, pathOf(Name).c_str(), nullptr, 0);
}

/// Names in the cache start with a key of 32 hexadecimal digits. This includes temporary files of killed
/// processes.
static bool isOwn(StringRef Name) {
  return Name.size() > 32 && all_of(Name.take_front(32), llvm::isHexDigit);
}

void CacheFolder::prune(std::uint64_t Limit) const {
  struct Entry {
    std::string Path;
    std::uint64_t Size;
    sys::TimePoint<> Used;
  };
  std::vector<Entry> Entries;
  std::uint64_t Total = 0;
  std::error_code Error;
  for (fs::directory_iterator It(Path, Error), End; It != End && !Error; It.increment(Error)) {
    fs::file_status Status;
    if (!isOwn(path::filename(It->path())) || fs::status(It->path(), Status) || !fs::is_regular_file(Status))
      continue;
    // The size on disk, in blocks: there may be very many empty markers.
    std::uint64_t Size = alignTo(Status.getSize() + 1, 4096);
    Entries.push_back({It->path(), Size, Status.getLastModificationTime()});
    Total += Size;
  }
  if (Total <= Limit)
    return;
  sort(Entries, [](const Entry &A, const Entry &B) { return A.Used < B.Used; });
  for (const Entry &E : Entries) {
    if (Total <= Limit / 4 * 3)
      break;
    fs::remove(E.Path);
    Total -= E.Size;
  }
}

CacheLock::CacheLock(const std::string &Marker) : File(open(Marker.c_str(), O_RDONLY | O_CLOEXEC)) {
  Held = File >= 0 && flock(File, LOCK_EX | LOCK_NB) == 0;
}

CacheLock::~CacheLock() {
  if (File >= 0)
    close(File);
}

} // namespace kcc::compiler
