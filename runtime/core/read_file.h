// Whole files.
#ifndef KCC_RUNTIME_CORE_READ_FILE_H
#define KCC_RUNTIME_CORE_READ_FILE_H

#include <filesystem>
#include <string>

namespace kcc::core {

/// The file's bytes. Throws an Error about reading `what` if it cannot be read.
std::string read_file(const std::filesystem::path &file, const char *what);

} // namespace kcc::core

#endif
