#include "read_file.h"

#include <kcc/runtime/error.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace kcc::core {

std::string read_file(const std::filesystem::path &file, const char *what) {
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string text;
  // read() reports errors; stream iterators would throw or end early (reading a directory does).
  std::array<char, 65536> part;
  while (in.read(part.data(), part.size()) || in.gcount() > 0)
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  if (const int reason = errno; !in.is_open() || in.bad()) {
    std::error_code ignored;
    detail::fail(reason == ENOENT ? ErrorCategory::not_found : ErrorCategory::system,
                 "reading " + std::string(what) + " `" + file.string() + "`",
                 reason != 0 ? std::strerror(reason) : "the file cannot be read",
                 "A relative path starts at the current directory, " +
                     std::filesystem::current_path(ignored).string());
  }
  return text;
}

} // namespace kcc::core
