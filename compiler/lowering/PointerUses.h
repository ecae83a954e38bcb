// How the code that gets a pointer uses it.
#ifndef KCC_LOWERING_POINTERUSES_H
#define KCC_LOWERING_POINTERUSES_H

namespace llvm {
class Value;
}

namespace kcc::compiler {

/// Whether all uses of \p Pointer, and of pointers derived from it, only load from it or compare it, and
/// store it nowhere.
bool isOnlyReadThrough(const llvm::Value &Pointer);

} // namespace kcc::compiler

#endif
