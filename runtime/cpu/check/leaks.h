// Memory that kernels have allocated and nobody has freed.
#ifndef KCC_RUNTIME_CPU_CHECK_LEAKS_H
#define KCC_RUNTIME_CPU_CHECK_LEAKS_H

namespace kcc::cpu::check {

/// Lets leaks be reported when the process ends, as the programs's buffers are gone then.
void report_leaks_at_end();

} // namespace kcc::cpu::check

#endif
