// PTX state spaces as LLVM numbers them (LLVM's NVPTXUsage, "Address Spaces").
#ifndef KCC_TARGETS_NVPTX_ADDRESSSPACES_H
#define KCC_TARGETS_NVPTX_ADDRESSSPACES_H

namespace kcc::compiler {

enum PtxSpace : unsigned {
  GenericSpace = 0,
  GlobalSpace = 1,
  SharedSpace = 3,
  ConstantSpace = 4,
  LocalSpace = 5
};

} // namespace kcc::compiler

#endif
