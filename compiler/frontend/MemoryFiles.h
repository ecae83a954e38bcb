// Files in memory, as a layer of the file system that Clang sees.
#ifndef KCC_FRONTEND_MEMORYFILES_H
#define KCC_FRONTEND_MEMORYFILES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace kcc::compiler {

struct MemoryFile {
  llvm::StringRef Path; ///< below the layer's folder
  llvm::StringRef Text;
};

/// Everything below one folder. llvm::vfs::InMemoryFileSystem hashes the content of each file that it is
/// given; for the embedded headers and a precompiled preamble, that is a tenth of the instructions that a
/// small kernel takes. So this class has a table of its own, and its base stays empty.
class MemoryFiles final : public llvm::vfs::InMemoryFileSystem {
public:
  /// \p Files are sorted by path. \p Owned keeps their texts alive, if nothing else does.
  MemoryFiles(llvm::StringRef Folder, std::vector<MemoryFile> Files,
              std::unique_ptr<llvm::MemoryBuffer> Owned = nullptr);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &Path) override;

private:
  struct Entry {
    llvm::vfs::Status Status;
    llvm::StringRef Text;
  };
  std::optional<Entry> find(const llvm::Twine &Path) const;

  std::string Folder;
  std::vector<MemoryFile> Files;
  std::unique_ptr<llvm::MemoryBuffer> Owned;
  std::error_code Missing;
};

} // namespace kcc::compiler

#endif
