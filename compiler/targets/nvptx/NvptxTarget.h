#ifndef KCC_TARGETS_NVPTX_NVPTXTARGET_H
#define KCC_TARGETS_NVPTX_NVPTXTARGET_H

#include "targets/Target.h"

namespace kcc::compiler {

/// Registers LLVM's NVPTX back end; call once before any target is used.
void initializeNvptx();

} // namespace kcc::compiler

#endif
