// Types with the layout that the host knows.
#ifndef KCC_TARGETS_AMDGPU_LAYOUTS_H
#define KCC_TARGETS_AMDGPU_LAYOUTS_H

namespace llvm {
class DataLayout;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// Lets what \p M does with memory mean the same if its data layout becomes \p Next: structs with members
/// that
/// \p Next places elsewhere, such as 128-bit integers, get padding that says where they are.
void keepLayouts(llvm::Module &M, const llvm::DataLayout &Next);

} // namespace kcc::compiler

#endif
