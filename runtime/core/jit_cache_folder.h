// The folder of the JIT cache: its owner, its entries and its size.
#ifndef KCC_RUNTIME_CORE_JIT_CACHE_FOLDER_H
#define KCC_RUNTIME_CORE_JIT_CACHE_FOLDER_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace kcc::core {

/// Entries are files named after the hash of their key; each starts with the key itself, the size and a hash
/// of what follows. All functions may fail silently, as a cache may: then nothing is found or stored. Several
/// processes may use the same folder.
class JitCacheFolder {
public:
  JitCacheFolder(std::filesystem::path folder, std::uint64_t limit)
      : folder_(std::move(folder)), limit_(limit) {}

  /// What was stored under exactly this key. A damaged entry is removed.
  std::optional<std::string> find(const std::string &key) const noexcept;
  /// Stores an entry as a whole or not at all, then removes the least recently used ones if there is too
  /// much. An entry that would fill half of the cache is not stored.
  void store(const std::string &key, std::span<const std::byte> content) const noexcept;
  /// Removes an entry that turned out to be useless.
  void remove(const std::string &key) const noexcept;

private:
  std::filesystem::path path_of(const std::string &key) const;
  bool is_private() const;
  void prune() const;

  std::filesystem::path folder_;
  std::uint64_t limit_; ///< bytes
};

} // namespace kcc::core

#endif
