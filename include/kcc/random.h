// Random numbers, the same on the host, the CPU device and the GPU: engines, which produce random words, and
// distributions, which turn them into numbers. See docs/random.md on which to choose.
//
// Everything is standard C++ with value semantics: engines and distributions are trivially copyable, so they
// can be kernel arguments and elements of buffers. Each part can be included on its own.
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
