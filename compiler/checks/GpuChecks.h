// The checks of --check-gpu: the calls that insertChecks() has made become code for GPUs.
#ifndef KCC_CHECKS_GPUCHECKS_H
#define KCC_CHECKS_GPUCHECKS_H

#include "manifest/Manifest.h"
#include <vector>

namespace llvm {
class Module;
}

namespace kcc::compiler {

struct Declarations;

/// Compares the addresses of accesses with the bounds of their objects, which are sizes of variables or what
/// __kcc_check_bounds() says about a pointer; a branch that is rarely taken calls __kcc_check_outside().
/// Checks of arithmetic become calls of builtins too (targets/nvptx/device/checks.cpp). Runs after the last
/// refineChecks().
void expandChecksForGpu(llvm::Module &M, const Declarations &A);

/// Keeps the optimizer from changing the parameters of these builtins, and tells it which memory they access.
/// Runs after the builtins have been linked.
void shieldGpuChecks(llvm::Module &M);

/// Puts all that the runtime must know about the sites into one variable (include/kcc/abi/gpu_checks.h), with
/// the places in the source that they have after inlining. Runs after the optimizer.
void describeGpuSites(llvm::Module &M, const std::vector<Kernel> &Kernels);

} // namespace kcc::compiler

#endif
