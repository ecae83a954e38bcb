#include "jit_cache_settings.h"

#include <charconv>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string_view>

namespace kcc {

namespace {

struct Settings {
  std::mutex mutex;
  std::optional<JitCache> set; ///< by the program
};

Settings &settings() {
  static Settings &settings = *new Settings; // used by static objects' constructors and destructors
  return settings;
}

std::string_view variable(const char *name) {
  const char *const value = std::getenv(name);
  return value ? value : "";
}

/// By the XDG base directory specification; empty if the user has no home. Relative values are ignored, as it
/// demands.
std::filesystem::path standard_folder() {
  if (const std::filesystem::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute())
    return cache / "kcc" / "jit";
  if (const std::filesystem::path home = variable("HOME"); home.is_absolute())
    return home / ".cache" / "kcc" / "jit";
  return {};
}

} // namespace

JitCache jit_cache() {
  Settings &all = settings();
  const std::lock_guard lock(all.mutex);
  return all.set ? *all.set : core::jit_cache_from_environment();
}

void set_jit_cache(JitCache cache) {
  Settings &all = settings();
  const std::lock_guard lock(all.mutex);
  all.set = std::move(cache);
}

JitCache core::jit_cache_from_environment() {
  JitCache cache;
  cache.enabled = variable("KCC_JIT_CACHE") == "1";
  cache.folder = variable("KCC_JIT_CACHE_DIR");
  // A value that is no number is ignored: a cache must not end a program.
  const std::string_view limit = variable("KCC_JIT_CACHE_LIMIT");
  std::uint64_t megabytes = 0;
  const auto [end, error] = std::from_chars(limit.data(), limit.data() + limit.size(), megabytes);
  if (!limit.empty() && error == std::errc() && end == limit.data() + limit.size() && megabytes < (1u << 30))
    cache.limit = megabytes << 20;
  return cache;
}

JitCache core::jit_cache_in_use() {
  JitCache cache = jit_cache();
  if (cache.enabled && cache.folder.empty())
    cache.folder = standard_folder();
  cache.enabled = cache.enabled && cache.limit != 0 && !cache.folder.empty();
  return cache;
}

} // namespace kcc
