// Memory that kernels have allocated and nobody has freed.
#ifndef KCC_RUNTIME_CPU_CHECK_LEAKS_H
#define KCC_RUNTIME_CPU_CHECK_LEAKS_H

namespace kcc::cpu::check {

/// Leaks are to be reported when the process ends: only then are the program's buffers gone.
void report_leaks_at_end();

} // namespace kcc::cpu::check

#endif
