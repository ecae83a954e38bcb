// Reads back from IR the annotations that the frontend puts on kernels and variables.
#ifndef KCC_LOWERING_DECLARATIONS_H
#define KCC_LOWERING_DECLARATIONS_H

#include "manifest/Manifest.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalVariable;
class Module;
} // namespace llvm

namespace kcc::compiler {

/// The annotation texts, which are the contract between frontend/Attributes.cpp and the lowering.
namespace annotation {
inline constexpr char Kernel[] = "kcc.kernel"; ///< "kcc.kernel:add" where the source names the entry
inline constexpr char Separator = ':';
/// This one and those of FloatAttributeNames have arguments, and after the separator their place in the
/// source, so that all declarations' are kept.
inline constexpr char LaunchBounds[] = "kcc.launch_bounds";
inline constexpr char Prefix[] = "kcc."; ///< of these texts, and before FloatAttributeNames
inline constexpr char NoAlias[] = "kcc.no_alias";
inline constexpr char Targets[] = "kcc.targets"; ///< "kcc.targets:ptx,cpu"
inline constexpr char Shared[] = "kcc.shared";
inline constexpr char SharedType[] = "kcc.shared_type"; ///< of types, not of variables: KCC_SHARED_TYPE
inline constexpr char Constant[] = "kcc.constant";
} // namespace annotation

/// The greatest arguments of [[kcc::launch_bounds]]: threads per block, and blocks per multiprocessor.
inline constexpr unsigned MostThreads = 1024, MostBlocks = 2048;

struct DeclaredVariable {
  llvm::GlobalVariable *Variable = nullptr; ///< invalid after Target::lower
  std::string Symbol;
  SourcePlace Place;
};

/// A function with an attribute that has a meaning on kernels only.
struct NotAKernel {
  const llvm::Function *Function;
  llvm::StringRef Attribute; ///< without namespace: "launch_bounds"
};

struct Declarations {
  std::vector<Kernel> Kernels; ///< with functions, entries (the functions' names), locations and attributes
  std::vector<NotAKernel> NotKernels;
  std::vector<DeclaredVariable> Shared;
  std::vector<DeclaredVariable> Constant;
  std::uint64_t ConstantBytes = 0; ///< total size of the constant variables, including alignment
};

/// Removes kcc's annotations from \p M, so that `llvm.global.annotations` and `llvm.used` no longer keep
/// kernels or variables alive.
Declarations takeDeclarations(llvm::Module &M);

/// Removes variables that no kernel reaches from \p A, and adds up the sizes of the remaining constant ones.
void dropUnreached(Declarations &A, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
