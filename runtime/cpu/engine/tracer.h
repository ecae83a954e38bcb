// Debuggers that are attached to the process.
#ifndef KCC_RUNTIME_CPU_ENGINE_TRACER_H
#define KCC_RUNTIME_CPU_ENGINE_TRACER_H

namespace kcc::cpu {

/// Whether a debugger, or another program that traces, is attached to the process now.
bool is_traced();

} // namespace kcc::cpu

#endif
