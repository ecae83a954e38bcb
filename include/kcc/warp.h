// What the 32 threads of a warp, its lanes, do together without shared memory: shuffles, votes, matches,
// reductions and scans.
//
// Every function takes a mask of the lanes that take part, bit i for lane i, by default all. The calling lane
// must be in its mask, and all lanes of the mask that have not returned from the kernel must make the same
// call with the same mask; on the CPU device anything else is a kcc::Error, on a GPU it hangs or computes
// nonsense. The lanes that a last warp lacks, where the block's size is no multiple of 32, count as lanes
// that have returned. The calls do not order memory accesses: kcc::sync_warp() does.
#ifndef KCC_WARP_H
#define KCC_WARP_H

#include "device/functional.h"
#include "device/warp_reduce.h"
#include "device/warp_scan.h"
#include "device/warp_shuffle.h"
#include "device/warp_vote.h"

#endif
