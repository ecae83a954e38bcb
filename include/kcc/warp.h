// Operations that the 32 threads of a warp, its lanes, perform together without shared memory: shuffles,
// votes, matches, reductions and scans.
//
// Every function takes a mask of the participating lanes, bit i for lane i, by default all. The calling lane
// must be in its mask, and all lanes of the mask that have not returned from the kernel must make the same
// call with the same mask. Anything else is a kcc::Error on the CPU device; on a GPU it hangs or computes
// nonsense. If the block size is not a multiple of 32, the lanes missing from the last warp count as lanes
// that have returned. The calls do not order memory accesses; kcc::sync_warp() does.
#ifndef KCC_WARP_H
#define KCC_WARP_H

#include "device/functional.h"
#include "device/warp_reduce.h"
#include "device/warp_scan.h"
#include "device/warp_shuffle.h"
#include "device/warp_vote.h"

#endif
