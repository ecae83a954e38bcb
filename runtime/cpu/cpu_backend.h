// The CPU device as a backend of the runtime: host memory, a queue for each stream, and the engine in
// engine/.
#ifndef KCC_RUNTIME_CPU_CPU_BACKEND_H
#define KCC_RUNTIME_CPU_CPU_BACKEND_H

#include "../core/backend.h"

namespace kcc::cpu {

core::BackendEntry backend_entry();

} // namespace kcc::cpu

#endif
