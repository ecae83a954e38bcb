// The PTX implementation of each builtin of the device headers.
#ifndef KCC_TARGETS_NVPTX_BUILTINS_H
#define KCC_TARGETS_NVPTX_BUILTINS_H

#include "lowering/Builtins.h"

namespace kcc::compiler {

/// PTX state spaces as LLVM numbers them (LLVM's NVPTXUsage, "Address Spaces").
enum PtxSpace : unsigned {
  GenericSpace = 0,
  GlobalSpace = 1,
  SharedSpace = 3,
  ConstantSpace = 4,
  LocalSpace = 5,
  ClusterSharedSpace = 7
};

/// The first architecture that has \p B, as the number in its name, and the PTX version that it requires; 50
/// means all architectures.
struct PtxNeeds {
  unsigned Sm, PtxVersion;
};
PtxNeeds needsOf(const Builtin &B);

/// Emits the code for one call.
llvm::Value *lowerNvptxBuiltin(const BuiltinCall &Call, llvm::IRBuilderBase &Builder);

} // namespace kcc::compiler

#endif
