// Hashes of byte strings, for files: the same on every machine and in every version.
#ifndef KCC_RUNTIME_CORE_HASH_H
#define KCC_RUNTIME_CORE_HASH_H

#include <string>
#include <string_view>

namespace kcc::core {

/// 32 hexadecimal digits of a 128-bit hash, for data that nobody forges.
std::string hash_text(std::string_view bytes);

} // namespace kcc::core

#endif
