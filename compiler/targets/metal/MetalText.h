// Metal's language (MSL), translated from SPIR-V by SPIRV-Cross.
#ifndef KCC_TARGETS_METAL_METALTEXT_H
#define KCC_TARGETS_METAL_METALTEXT_H

#include "manifest/Manifest.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace kcc::compiler {

/// The text for one kernel; \p Spirv is what the target of MetalTarget.h has made. SPIRV-Cross writes one
/// entry at a time, and the same helpers beside each.
llvm::Expected<std::string> metalText(llvm::StringRef Spirv, const Kernel &K, llvm::StringRef Source);

} // namespace kcc::compiler

#endif
