// What becomes of a pointer in the code that gets it.
#ifndef KCC_LOWERING_POINTERUSES_H
#define KCC_LOWERING_POINTERUSES_H

namespace llvm {
class Value;
}

namespace kcc::compiler {

/// Whether all code that has \p Pointer, or a pointer made of it, reads what it points to, compares it, and
/// keeps it nowhere.
bool isOnlyReadThrough(const llvm::Value &Pointer);

} // namespace kcc::compiler

#endif
