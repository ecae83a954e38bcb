// Atomic operations on addresses, for Metal. SPIRV-Cross translates them only if the pointer is a variable or
// a function's parameter, so each becomes a function.
#ifndef KCC_TARGETS_SPIRV_ATOMICFUNCTIONS_H
#define KCC_TARGETS_SPIRV_ATOMICFUNCTIONS_H

#include "targets/spirv/SpirvModule.h"

#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <utility>

namespace kcc::compiler {

class AtomicFunctions {
public:
  explicit AtomicFunctions(SpirvModule &Out) : Out(Out) {}

  /// The function that executes \p Opcode with an address and values, all of \p Type. \p Operands are those
  /// of the instruction, of which the function contains the scope and the semantics.
  SpirvId function(spv::Op Opcode, SpirvId Type, llvm::ArrayRef<std::uint32_t> Operands);

  /// The number of operands before the values.
  static unsigned firstValue(spv::Op Opcode) { return Opcode == spv::OpAtomicCompareExchange ? 4 : 3; }

private:
  SpirvModule &Out;
  std::map<std::pair<spv::Op, SpirvOperands>, SpirvId> Made;
};

} // namespace kcc::compiler

#endif
