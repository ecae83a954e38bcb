// What a code object for AMD's GPUs says about itself.
#ifndef KCC_RUNTIME_HIP_CODE_OBJECT_H
#define KCC_RUNTIME_HIP_CODE_OBJECT_H

#include <string_view>

namespace kcc::hip {

/// The architecture that it is for, if that is one of kcc's; else empty. \p code begins like an ELF file of
/// 64 bits.
std::string_view arch_of_code(std::string_view code);

/// The manifest in its section (abi/image.h); empty if there is none, or if the file is damaged.
std::string_view manifest_of_code(std::string_view code);

} // namespace kcc::hip

#endif
