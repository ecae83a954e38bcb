// The targets that kcc has, by name. A new target is a folder beside this file and one row in Registry.cpp.
#ifndef KCC_TARGETS_REGISTRY_H
#define KCC_TARGETS_REGISTRY_H

#include "targets/Target.h"
#include "llvm/ADT/ArrayRef.h"

namespace kcc::compiler {

struct TargetEntry {
  /// As --target takes it. Where the target has a form of its own that stands in a file, --emit takes the
  /// name too, and it is the file's extension.
  llvm::StringRef Name;
  bool HasFile;
  /// Empty for a target with one architecture, which --arch does not speak of.
  llvm::StringRef DefaultArch;
  /// Registers LLVM's back end; called once, before the first use.
  void (*Initialize)();
  /// The target for \p Arch; an unknown name is an error that lists the known ones.
  llvm::Expected<std::unique_ptr<Target>> (*Create)(llvm::StringRef Arch);
};

/// All targets; --emit=obj embeds code for each unless --target says otherwise.
llvm::ArrayRef<TargetEntry> targetRegistry();

/// Null for an unknown name.
const TargetEntry *findTarget(llvm::StringRef Name);

/// Adds a target of a program that uses kcc as a library.
void registerTarget(const TargetEntry &Entry);

/// Registers the back ends of all targets. Not thread-safe, as LLVM's registry is not.
void initializeTargets();

} // namespace kcc::compiler

#endif
