// Algorithms over a device's memory, started from the host. Programs link kcc::algorithms.
#ifndef KCC_ALGORITHM_H
#define KCC_ALGORITHM_H

#include <kcc/algorithm/reduce.h>

#endif
