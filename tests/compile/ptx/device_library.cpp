// The instructions for the device library's functions.
// RUN: %kcc %s -o %t.ptx && %check < %t.ptx
// RUN: %kcc -O0 %s -o %T/O0/
#include <kcc/device.h>

[[kcc::kernel("indices")]] void indices(unsigned *out) {
  const auto thread = kcc::thread_idx(), block = kcc::block_idx(), threads = kcc::block_dim(), blocks = kcc::grid_dim();
  out[0] = thread.x, out[1] = thread.y, out[2] = thread.z;
  out[3] = block.x, out[4] = block.y, out[5] = block.z;
  out[6] = threads.x, out[7] = threads.y, out[8] = threads.z;
  out[9] = blocks.x, out[10] = blocks.y, out[11] = blocks.z;
  kcc::sync_threads();
  out[12] = static_cast<unsigned>(kcc::dynamic_shared<char>().size());
}

// CHECK-DAG: %tid.x
// CHECK-DAG: %tid.y
// CHECK-DAG: %tid.z
// CHECK-DAG: %ctaid.x
// CHECK-DAG: %ctaid.y
// CHECK-DAG: %ctaid.z
// CHECK-DAG: %ntid.x
// CHECK-DAG: %ntid.y
// CHECK-DAG: %ntid.z
// CHECK-DAG: %nctaid.x
// CHECK-DAG: %nctaid.y
// CHECK-DAG: %nctaid.z
// CHECK-DAG: bar.sync 0
// CHECK-DAG: %dynamic_smem_size
