// Compares the signatures of types, which compilers may print differently.
#ifndef KCC_RUNTIME_CORE_SAME_SIGNATURE_H
#define KCC_RUNTIME_CORE_SAME_SIGNATURE_H

#include <string_view>

namespace kcc::core {

/// Whether two signatures describe the same type. In names of classes and enumerations, one may omit
/// namespaces: GCC prints inline namespaces (`ns::v1::Pixel`), Clang does not (`ns::Pixel`), and either may
/// have compiled the program.
bool same_signature(std::string_view a, std::string_view b);

} // namespace kcc::core

#endif
