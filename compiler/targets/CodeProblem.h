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

class CodeProblem : public llvm::ErrorInfo<CodeProblem> {
public:
  CodeProblem(std::string Text, const llvm::Instruction &Where);

  void log(llvm::raw_ostream &Stream) const override { Stream << Text; }
  std::error_code convertToErrorCode() const override { return llvm::inconvertibleErrorCode(); }

  /// Where the instruction comes from: its own place, then the calls that lead there, outermost last. Empty
  /// without debug information.
  const std::vector<const llvm::DILocation *> &places() const { return Places; }

  static inline char ID = 0;

private:
  std::string Text;
  std::vector<const llvm::DILocation *> Places;
};

} // namespace kcc::compiler

#endif
