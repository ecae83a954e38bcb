#include "frontend/MemoryFiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <limits>

using namespace llvm;
namespace fs = llvm::sys::fs;

namespace kcc::compiler {
namespace {

class OpenFile final : public vfs::File {
public:
  OpenFile(vfs::Status State, StringRef Text) : State(std::move(State)), Text(Text) {}

  ErrorOr<vfs::Status> status() override { return State; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t, bool RequiresNullTerminator,
                                                   bool) override {
    SmallString<256> Storage;
    return MemoryBuffer::getMemBuffer(Text, Name.toStringRef(Storage), RequiresNullTerminator);
  }
  std::error_code close() override { return {}; }

private:
  void setPath(const Twine &Path) override { State = vfs::Status::copyWithNewName(State, Path); }

  vfs::Status State;
  StringRef Text;
};

} // namespace

MemoryFiles::MemoryFiles(StringRef Folder, std::vector<MemoryFile> Files, std::unique_ptr<MemoryBuffer> Owned)
    : Folder(Folder), Files(std::move(Files)), Owned(std::move(Owned)),
      // LLVM's own error: with LLVM as a shared library, kcc's error categories are others.
      Missing(InMemoryFileSystem::status(Folder).getError()) {
  assert(is_sorted(this->Files, [](auto &A, auto &B) { return A.Path < B.Path; }));
}

std::optional<MemoryFiles::Entry> MemoryFiles::find(const Twine &Path) const {
  SmallString<256> Storage;
  StringRef Asked = Path.toStringRef(Storage);
  if (!Asked.starts_with(Folder)) // all other files of the machine
    return std::nullopt;
  SmallString<256> Plain(Asked);
  sys::path::remove_dots(Plain, /*remove_dot_dot=*/true);
  StringRef Below = Plain;
  if (!Below.consume_front(Folder) || (!Below.empty() && !Below.consume_front("/")))
    return std::nullopt;

  auto Describe = [&](fs::file_type Type, StringRef Text) {
    // LLVM numbers files that are on no disk with this device.
    fs::UniqueID Id(std::numeric_limits<std::uint64_t>::max(), xxh3_64bits(Plain.str()));
    return Entry{vfs::Status(Asked, Id, sys::TimePoint<>(), 0, 0, Text.size(), Type, fs::all_all), Text};
  };
  auto FirstFrom = [&](StringRef Name) {
    return lower_bound(Files, Name, [](const MemoryFile &F, StringRef N) { return F.Path < N; });
  };
  if (auto At = FirstFrom(Below); At != Files.end() && At->Path == Below)
    return Describe(fs::file_type::regular_file, At->Text);
  SmallString<256> Prefix(Below);
  if (!Below.empty())
    Prefix += '/';
  if (auto At = FirstFrom(Prefix); At != Files.end() && At->Path.starts_with(Prefix))
    return Describe(fs::file_type::directory_file, "");
  return std::nullopt;
}

ErrorOr<vfs::Status> MemoryFiles::status(const Twine &Path) {
  std::optional<Entry> Found = find(Path);
  if (!Found)
    return Missing;
  return std::move(Found->Status);
}

ErrorOr<std::unique_ptr<vfs::File>> MemoryFiles::openFileForRead(const Twine &Path) {
  std::optional<Entry> Found = find(Path);
  if (!Found || Found->Status.isDirectory())
    return Missing;
  return std::make_unique<OpenFile>(std::move(Found->Status), Found->Text);
}

} // namespace kcc::compiler
