// Counts a thread's heap allocations.
#ifndef KCC_TESTS_ALLOCATIONS_H
#define KCC_TESTS_ALLOCATIONS_H

#include <cstddef>

/// Calls of `operator new` by this thread so far.
std::size_t allocations();

#endif
