// The targets that kcc has, by name. docs/design.md, "Where a change goes", says what a new one needs.
#ifndef KCC_TARGETS_REGISTRY_H
#define KCC_TARGETS_REGISTRY_H

#include "targets/Target.h"
#include "llvm/ADT/ArrayRef.h"

namespace kcc::compiler {

struct TargetEntry {
  /// The name for --target. If the target has its own file form, it is also a name for --emit.
  llvm::StringRef Name;
  /// Of the target's files; empty if it has none of its own.
  llvm::StringRef Extension;
  /// Whether --emit=obj embeds its code if --target does not say what to embed.
  bool IsDefault;
  /// Empty for a target with only one architecture, which --arch does not affect.
  llvm::StringRef DefaultArch;
  /// Registers LLVM's back end; called once, before the first use.
  void (*Initialize)();
  /// Creates the target for \p Arch; an unknown name is an error that lists the known ones.
  llvm::Expected<std::unique_ptr<Target>> (*Create)(llvm::StringRef Arch, const CodeOptions &Options);
  /// How the names of its architectures begin, if --arch is to tell them from other targets'.
  llvm::StringRef ArchPrefix = {};
};

/// All targets.
llvm::ArrayRef<TargetEntry> targetRegistry();

/// Returns null for an unknown name.
const TargetEntry *findTarget(llvm::StringRef Name);

/// Adds a target that belongs to a program that uses kcc as a library.
void registerTarget(const TargetEntry &Entry);

/// Registers the back ends of all targets. Not thread-safe, because LLVM's registry is not.
void initializeTargets();

} // namespace kcc::compiler

#endif
