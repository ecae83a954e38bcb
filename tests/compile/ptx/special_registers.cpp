// The instruction of each function of device/clock.h and device/special_registers.h.
// RUN: %kcc %s --arch=sm_70 -o %T/first.ptx && %check < %T/first.ptx
// RUN: %kcc %s --arch=sm_90 -o %T/new.ptx && %check < %T/new.ptx
// RUN: %kcc %s --arch=sm_60 -DOLD -o %T/old.ptx && %check --check-prefix=OLD < %T/old.ptx
#include <kcc/device.h>
#include <kcc/device/clock.h>
#include <kcc/device/special_registers.h>

[[kcc::kernel("read")]] void read(std::span<std::uint64_t> out) {
  kcc::profiler_event<3>();
  out[0] = kcc::clock();
  out[1] = kcc::clock64();
  out[2] = kcc::global_timer();
  out[3] = kcc::sm_id();
  out[4] = kcc::sm_count();
  out[5] = kcc::warp_slot();
  out[6] = kcc::warp_slots();
  out[7] = kcc::grid_id();
  out[8] = kcc::total_shared_bytes();
  out[9] = kcc::lanemask_eq();
  out[10] = kcc::lanemask_lt();
  out[11] = kcc::lanemask_le();
  out[12] = kcc::lanemask_gt();
  out[13] = kcc::lanemask_ge();
#ifndef OLD
  kcc::nanosleep(100);
#endif
}

// CHECK-DAG: pmevent 3;
// CHECK-DAG: %clock;
// CHECK-DAG: %clock64;
// CHECK-DAG: %globaltimer;
// CHECK-DAG: %smid;
// CHECK-DAG: %nsmid;
// CHECK-DAG: %warpid;
// CHECK-DAG: %nwarpid;
// CHECK-DAG: mov.u64 %{{.*}}, %gridid;
// CHECK-DAG: %total_smem_size;
// CHECK-DAG: %lanemask_eq;
// CHECK-DAG: %lanemask_lt;
// CHECK-DAG: %lanemask_le;
// CHECK-DAG: %lanemask_gt;
// CHECK-DAG: %lanemask_ge;
// CHECK-DAG: nanosleep.u32 100;

// OLD: pmevent 3;
