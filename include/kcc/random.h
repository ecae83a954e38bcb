// Random numbers, the same on the host, the CPU device and the GPU: engines, which make random words, and
// distributions, which make numbers of them. docs/random.md says which to take.
//
// All is standard C++ with values only: engines and distributions are trivially copyable, so they travel as
// kernel arguments and in buffers. Each part can be included by itself.
#ifndef KCC_RANDOM_H
#define KCC_RANDOM_H

#include "random/counter_based.h"
#include "random/discrete.h"
#include "random/gamma.h"
#include "random/mrg32k3a.h"
#include "random/normal.h"
#include "random/pcg.h"
#include "random/poisson.h"
#include "random/sobol.h"
#include "random/splitmix.h"
#include "random/uniform.h"
#include "random/xoshiro.h"

#endif
