// [[kcc::no_alias]] for the optimizer: which accesses of a kernel go to the memory of different spans.
#ifndef KCC_LOWERING_ALIASSCOPES_H
#define KCC_LOWERING_ALIASSCOPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <utility>

namespace llvm {
class Argument;
class Function;
class MDNode;
class PassBuilder;
class Value;
} // namespace llvm

namespace kcc::compiler {

struct Kernel;

/// Records on the function of \p K where the pointers of its spans are, if it has [[kcc::no_alias]]. All
/// spans of const share one alias scope, because a launch lets them overlap; each other span has its own.
void declareAliasScopes(const Kernel &K);

/// Adds a pass to the pipeline of \p Builder that gives each access through a span its alias scope, as soon
/// as inlining and SROA have shown through which one it goes. Only what provably comes from two different
/// spans is disjoint: unlike `restrict`, the attribute says nothing about variables, shared memory and
/// pointers that are loaded from memory.
void addAliasScopes(llvm::PassBuilder &Builder);

/// The memory that a pointer may point to.
struct Origins {
  llvm::SmallVector<llvm::MDNode *, 2> Scopes;       ///< of spans
  llvm::SmallVector<const llvm::Value *, 2> Objects; ///< everything else
};

/// The alias scopes of a kernel's spans.
class SpanScopes {
public:
  explicit SpanScopes(const llvm::Function &F);

  /// All of them; none if the kernel has no [[kcc::no_alias]].
  llvm::ArrayRef<llvm::MDNode *> scopes() const { return Scopes; }

  Origins originsOf(const llvm::Value &Pointer) const;

private:
  llvm::MDNode *scopeOf(const llvm::Value &Object) const;

  llvm::SmallVector<llvm::MDNode *, 8> Scopes;
  llvm::DenseMap<const llvm::Argument *, llvm::MDNode *> ByPointer;
  llvm::DenseMap<std::pair<const llvm::Argument *, std::uint64_t>, llvm::MDNode *> ByPlace;
};

} // namespace kcc::compiler

#endif
