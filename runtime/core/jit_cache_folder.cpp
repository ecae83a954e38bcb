#include "jit_cache_folder.h"

#include "hash.h"

#include <algorithm>
#include <atomic>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace kcc::core {

namespace fs = std::filesystem;

namespace {

/// A file descriptor that closes itself.
class File {
public:
  File(const fs::path &path, int flags) : descriptor_(open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
  ~File() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;
  explicit operator bool() const { return descriptor_ >= 0; }

  std::optional<std::string> read_all() const {
    struct stat status{};
    if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode))
      return std::nullopt;
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t got = read(descriptor_, bytes.data() + done, bytes.size() - done);
      if (got <= 0)
        return std::nullopt;
      done += static_cast<std::size_t>(got);
    }
    return bytes;
  }
  bool write_all(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t put = write(descriptor_, bytes.data(), bytes.size());
      if (put <= 0)
        return false;
      bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
  }

private:
  int descriptor_;
};

constexpr std::size_t name_digits = 32;

/// Names in the cache start with the key's hash. This includes temporary files of killed processes.
bool is_own(const std::string &name) {
  return name.size() > name_digits &&
         std::string_view(name).substr(0, name_digits).find_first_not_of("0123456789abcdef") ==
             std::string_view::npos;
}

/// What an entry starts with. Its size follows from that of the key.
std::string header_of(const std::string &key, std::string_view content) {
  return "kcc JIT cache 1\n" + hash_text(content) + "\n" + key + "\n";
}

} // namespace

fs::path JitCacheFolder::path_of(const std::string &key) const {
  return folder_ / (hash_text(key) + ".cubin");
}

/// Its content is trusted, so it must belong to the user and not be writable by others.
bool JitCacheFolder::is_private() const {
  struct stat status{};
  return stat(folder_.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

std::optional<std::string> JitCacheFolder::find(const std::string &key) const noexcept try {
  if (!is_private())
    return std::nullopt;
  const fs::path path = path_of(key);
  const File file(path, O_RDONLY);
  std::optional<std::string> bytes;
  if (!file || !(bytes = file.read_all()))
    return std::nullopt;
  const std::size_t header_size = header_of(key, {}).size();
  if (bytes->size() >= header_size) {
    const std::string_view content = std::string_view(*bytes).substr(header_size);
    if (bytes->starts_with(header_of(key, content))) {
      utimensat(AT_FDCWD, path.c_str(), nullptr, 0); // used now, for prune()
      return std::string(content);
    }
  }
  fs::remove(path);
  return std::nullopt;
} catch (...) {
  return std::nullopt;
}

void JitCacheFolder::store(const std::string &key, std::span<const std::byte> content) const noexcept try {
  const std::string_view bytes(reinterpret_cast<const char *>(content.data()), content.size());
  if (bytes.size() > limit_ / 2)
    return;
  std::error_code ignored;
  if (!fs::exists(folder_, ignored)) {
    fs::create_directories(folder_.parent_path(), ignored);
    mkdir(folder_.c_str(), 0700);
  }
  if (!is_private())
    return;
  static std::atomic<unsigned> number = 0;
  const fs::path path = path_of(key);
  fs::path temporary = path;
  temporary += "." + std::to_string(getpid()) + "." + std::to_string(number++) + ".tmp";
  bool written = false;
  {
    const File file(temporary, O_WRONLY | O_CREAT | O_EXCL);
    written = file && file.write_all(header_of(key, bytes)) && file.write_all(bytes);
  }
  if (written)
    fs::rename(temporary, path, ignored);
  if (!written || ignored)
    fs::remove(temporary, ignored);
  prune();
} catch (...) { // no memory
}

void JitCacheFolder::remove(const std::string &key) const noexcept try {
  if (is_private())
    fs::remove(path_of(key));
} catch (...) {
}

void JitCacheFolder::prune() const {
  struct Entry {
    fs::path path;
    std::uint64_t size;
    timespec used;
  };
  std::vector<Entry> entries;
  std::uint64_t total = 0;
  std::error_code failed;
  for (fs::directory_iterator it(folder_, failed), end; !failed && it != end; it.increment(failed)) {
    struct stat status{};
    if (!is_own(it->path().filename()) || lstat(it->path().c_str(), &status) != 0 || !S_ISREG(status.st_mode))
      continue;
    entries.push_back({it->path(), static_cast<std::uint64_t>(status.st_size), status.st_mtim});
    total += entries.back().size;
  }
  if (total <= limit_)
    return;
  std::ranges::sort(entries, [](const Entry &a, const Entry &b) {
    return a.used.tv_sec != b.used.tv_sec ? a.used.tv_sec < b.used.tv_sec : a.used.tv_nsec < b.used.tv_nsec;
  });
  for (const Entry &entry : entries) {
    if (total <= limit_ / 4 * 3)
      break;
    fs::remove(entry.path, failed);
    total -= entry.size;
  }
}

} // namespace kcc::core
