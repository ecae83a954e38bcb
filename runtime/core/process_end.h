// The end of the process, after which some drivers must not be called: their static objects are destroyed
// before those of the program that were made before the driver was loaded.
#ifndef KCC_RUNTIME_CORE_PROCESS_END_H
#define KCC_RUNTIME_CORE_PROCESS_END_H

#include "backend.h"

#include <functional>

namespace kcc::core {

/// Whether it has come.
bool process_has_ended() noexcept;

/// Throws Error if it has come.
void refuse_at_process_end(const Operation &operation);

/// Calls `wait` just before it comes. To be called when the drivers are loaded.
void before_process_end(std::function<void()> wait);

} // namespace kcc::core

#endif
