// The annotations that the frontend leaves on kernels and variables, read back from IR.
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

/// The texts of the annotations, the contract between frontend/Attributes.cpp and the lowering.
namespace annotation {
inline constexpr char Kernel[] = "kcc.kernel";
inline constexpr char LaunchBounds[] = "kcc.launch_bounds";
inline constexpr char Shared[] = "kcc.shared";
inline constexpr char Constant[] = "kcc.constant";
} // namespace annotation

/// The greatest arguments of [[kcc::launch_bounds]]: the threads of a block, and its blocks of one
/// multiprocessor.
inline constexpr unsigned MostThreads = 1024, MostBlocks = 2048;

struct DeclaredVariable {
  llvm::GlobalVariable *Variable = nullptr; ///< gone after Target::lower
  std::string Symbol;
  SourcePlace Place;
};

struct Declarations {
  std::vector<Kernel> Kernels; ///< their functions, entries (the functions' names), places and launch bounds
  std::vector<llvm::Function *> BoundsWithoutKernel; ///< functions with launch bounds that are no kernels
  std::vector<DeclaredVariable> Shared;
  std::vector<DeclaredVariable> Constant;
  std::uint64_t ConstantBytes = 0; ///< of the constant variables, with their alignment
};

/// Takes the annotations of kcc out of \p M: what is left of `llvm.global.annotations` and of `llvm.used`
/// no longer keeps kernels or variables alive.
Declarations takeDeclarations(llvm::Module &M);

/// Takes those variables out of \p A that no kernel reaches, and adds up the constant ones that are left.
void dropUnreached(Declarations &A, llvm::ArrayRef<llvm::Function *> Kernels);

} // namespace kcc::compiler

#endif
