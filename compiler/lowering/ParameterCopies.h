// Local copies of by-value parameters.
#ifndef KCC_LOWERING_PARAMETERCOPIES_H
#define KCC_LOWERING_PARAMETERCOPIES_H

namespace llvm {
class Argument;
}

namespace kcc::compiler {

/// Makes the code use a local copy of \p Parameter, which is passed `byval`. Afterwards the parameter itself
/// is only read.
void copyToLocal(llvm::Argument &Parameter);

} // namespace kcc::compiler

#endif
