// Algorithms on device memory, called from the host. Programs link kcc::algorithms.
#ifndef KCC_ALGORITHM_H
#define KCC_ALGORITHM_H

#include <kcc/algorithm/reduce.h>

#endif
