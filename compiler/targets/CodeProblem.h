// An error of Target::finish() about an instruction.
#ifndef KCC_TARGETS_CODEPROBLEM_H
#define KCC_TARGETS_CODEPROBLEM_H

#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace llvm {
class DILocation;
class Instruction;
} // namespace llvm

namespace kcc::compiler {

/// What code for other GPUs than NVIDIA's cannot have.
inline constexpr char AssemblyProblem[] =
    "PTX assembly; write it in C++, or compile for NVIDIA's GPUs (--target=ptx)";
inline constexpr char HeapProblem[] =
    "an allocation on the heap; use a local array or a buffer instead of 'new' and 'malloc', or name the "
    "targets that have a heap: "
    "[[kcc::targets(\"ptx\", \"cpu\")]]";
inline constexpr char DoubleProblem[] =
    "'double'; use 'float', and literals such as 0.5f, or name the targets that have it: "
    "[[kcc::targets(\"ptx\", \"cpu\")]]";

class CodeProblem : public llvm::ErrorInfo<CodeProblem> {
public:
  /// \p Text is what the target's code cannot have, and, after a semicolon, what to do instead: "a value of
  /// 9000 bytes; pass a pointer". Without advice, there is a general one.
  CodeProblem(std::string Text, const llvm::Instruction &Where);

  void log(llvm::raw_ostream &Stream) const override { Stream << Text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  /// Where the instruction comes from: its own place, then the calls that lead there, outermost last. Empty
  /// without debug information.
  const std::vector<const llvm::DILocation *> &places() const { return Places; }
  /// The outermost function of them, as a rule a kernel's entry.
  const std::string &root() const { return Root; }

  static inline char ID = 0;

private:
  std::string Text, Root;
  std::vector<const llvm::DILocation *> Places;
};

} // namespace kcc::compiler

#endif
