// Where a thread is: special registers.
#include "index.h"

KCC_INDEX3(thread_idx, tid)
KCC_INDEX3(block_idx, ctaid)
KCC_INDEX3(block_dim, ntid)
KCC_INDEX3(grid_dim, nctaid)
KCC_INDEX(lane_id, laneid)
