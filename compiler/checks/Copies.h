// Loads whose values are only stored again or passed on, so that nothing depends on them yet.
#ifndef KCC_CHECKS_COPIES_H
#define KCC_CHECKS_COPIES_H

namespace llvm {
class LoadInst;
} // namespace llvm

namespace kcc::compiler {

/// Whether the value is only stored elsewhere, or in the same place again.
bool isCopy(const llvm::LoadInst &Load);

} // namespace kcc::compiler

#endif
