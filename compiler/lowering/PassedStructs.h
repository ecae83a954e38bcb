// Undoes what ABIs do to structs that are passed or returned by value. x86-64 packs small ones into integers
// and vectors (`{int, float}` into `i64`, two floats into `<2 x float>`) and returns large ones in memory;
// GPUs do neither. After inlining, numbers would be hidden on one target only.
#ifndef KCC_LOWERING_PASSEDSTRUCTS_H
#define KCC_LOWERING_PASSEDSTRUCTS_H

namespace llvm {
class Function;
}

namespace kcc::compiler {

/// Lets every struct in \p F that is passed in another form, or returned in registers, go through a variable
/// of its own, so that the local variables of the source are accessed as their members and by copies only.
/// Runs before inlining and SROA.
void separatePassedStructs(llvm::Function &F);

/// Does the same for structs that the functions called by \p F return in memory. Runs after
/// markUncapturedArguments() for those functions, before they are inlined.
void separateResults(llvm::Function &F);

/// Marks the pointers that \p F does not keep. Runs after SROA.
void markUncapturedArguments(llvm::Function &F);

/// Gives \p F a local variable for each struct that it takes in memory (`byval`) and writes. Where structs
/// are passed in registers, there is one already. Runs before SROA.
void copyWrittenStructs(llvm::Function &F);

/// Replaces the floating-point numbers that \p F takes out of structs, vectors and integers which it composed
/// of such numbers. Runs after SROA.
void uncoverPassedNumbers(llvm::Function &F);

} // namespace kcc::compiler

#endif
