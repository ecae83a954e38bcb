// Compiling modules, and keeping on disk what the driver has made of them.
#ifndef KCC_RUNTIME_OPENCL_PROGRAMS_H
#define KCC_RUNTIME_OPENCL_PROGRAMS_H

#include "../spirv/spirv_module.h"
#include "context.h"

#include <string>

namespace kcc::opencl {

/// A program that is compiled for the device; the caller releases it.
struct BuiltProgram {
  ProgramRef program = nullptr;
  std::string log; ///< of the driver's compiler
};

/// Throws an Error with the compiler's log if it refuses the module.
BuiltProgram build_program(const Context &, const spirv::Module &, const core::Operation &);

} // namespace kcc::opencl

#endif
