// AMD's GPUs as a backend of the runtime, through HIP.
#ifndef KCC_RUNTIME_HIP_HIP_BACKEND_H
#define KCC_RUNTIME_HIP_HIP_BACKEND_H

#include "../core/backend.h"

namespace kcc::hip {

core::BackendEntry backend_entry();

} // namespace kcc::hip

#endif
