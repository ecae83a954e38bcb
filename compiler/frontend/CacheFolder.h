// The folder of the preamble cache: whom it belongs to, what it holds, how large it may grow.
#ifndef KCC_FRONTEND_CACHEFOLDER_H
#define KCC_FRONTEND_CACHEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>
#include <string>

namespace kcc::compiler {

/// All functions may fail silently, as a cache may: then nothing is stored or found.
class CacheFolder {
public:
  /// \p Path is made if it does not exist.
  explicit CacheFolder(llvm::StringRef Path);

  /// Why the folder cannot be used; empty if it can. What it holds is trusted, so it must be the user's own
  /// and closed to others' writing.
  std::string obstacle() const;

  std::string pathOf(const llvm::Twine &Name) const;
  bool has(const llvm::Twine &Name) const;
  std::unique_ptr<llvm::MemoryBuffer> read(const llvm::Twine &Name) const;
  bool write(const llvm::Twine &Name, llvm::StringRef Content) const;
  /// Makes an empty file if there is none; never replaces one, which may be locked.
  bool mark(const llvm::Twine &Name) const;
  void remove(const llvm::Twine &Name) const;
  /// Marks as used now, for prune().
  void touch(const llvm::Twine &Name) const;
  /// Removes the least recently used files of the cache once they hold more than \p Limit bytes, down to
  /// three quarters. Leaves alone what the cache has not written.
  void prune(std::uint64_t Limit) const;

private:
  std::string Path;
};

/// The right to make what a marker file stands for; at most one process has it. Given up at the end of the
/// object or of the process, however that comes.
class CacheLock {
public:
  explicit CacheLock(const std::string &Marker);
  ~CacheLock();
  CacheLock(const CacheLock &) = delete;
  CacheLock &operator=(const CacheLock &) = delete;
  explicit operator bool() const { return Held; }

private:
  int File = -1;
  bool Held = false;
};

} // namespace kcc::compiler

#endif
