// Algorithms that the threads of a block run together: reductions, scans, radix sort, exchange, histogram,
// loads and stores. Each also has its own header in <kcc/block/>, which parses faster.
#ifndef KCC_BLOCK_H
#define KCC_BLOCK_H

#include "block/exchange.h"
#include "block/histogram.h"
#include "block/memory.h"
#include "block/radix_rank.h"
#include "block/radix_sort.h"
#include "block/reduce.h"
#include "block/scan.h"

#endif
