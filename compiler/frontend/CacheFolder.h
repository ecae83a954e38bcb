// The folder of the preamble cache: its owner, its content and its size limit.
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
  /// Creates \p Path if it does not exist.
  explicit CacheFolder(llvm::StringRef Path);

  /// Why the folder cannot be used; empty if it can. Its content is trusted, so it must belong to the user
  /// and not be writable by others.
  std::string obstacle() const;

  std::string pathOf(const llvm::Twine &Name) const;
  bool has(const llvm::Twine &Name) const;
  std::unique_ptr<llvm::MemoryBuffer> read(const llvm::Twine &Name) const;
  bool write(const llvm::Twine &Name, llvm::StringRef Content) const;
  /// Creates an empty file if there is none; never replaces one, which may be locked.
  bool mark(const llvm::Twine &Name) const;
  void remove(const llvm::Twine &Name) const;
  /// Marks the file as used now, for prune().
  void touch(const llvm::Twine &Name) const;
  /// If the cache's files exceed \p Limit bytes, removes the least recently used ones until three quarters
  /// are left. Does not touch files that the cache has not written.
  void prune(std::uint64_t Limit) const;

private:
  std::string Path;
};

/// The right to create what a marker file represents; at most one process has it. Released by the destructor,
/// or when the process ends for any reason.
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
