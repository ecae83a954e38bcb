#ifndef KCC_TARGETS_NVPTX_NVPTXTARGET_H
#define KCC_TARGETS_NVPTX_NVPTXTARGET_H

#include "targets/Target.h"

namespace kcc::compiler {

/// Registers LLVM's NVPTX back end; call once before any target is used.
void initializeNvptx();

/// Creates the target for \p Arch ("sm_75", "sm_90a", or "native" for this machine's first GPU); an unknown
/// name is an error that lists the known ones.
llvm::Expected<std::unique_ptr<Target>> createNvptxTarget(llvm::StringRef Arch,
                                                          const CodeOptions &Options = {});

/// The compute capability of this machine's first GPU as an architecture name, according to the driver.
llvm::Expected<std::string> nativeArch();

} // namespace kcc::compiler

#endif
