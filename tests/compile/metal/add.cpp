// What every kernel's text has: how to compile it, its arguments, its places; and it agrees with what SPIRV-Cross says of
// the code for Vulkan.
// REQUIRES: spirv-cross
// RUN: %kcc --emit=msl %s -o %t.metal && %check < %t.metal
// RUN: %kcc --target=vulkan --emit=msl %s -o - | cmp - %t.metal
// RUN: %kcc --emit=msl,vulkan,manifest %s -o %T/all/ && ls %T/all | tr '\n' ' ' | grep -qx 'add.json add.metal add.spv '
// RUN: spirv-cross %T/all/add.spv --reflect > %t.json && %check --check-prefix=REFLECT < %t.json
#include <kcc/device.h>

extern "C" [[kcc::kernel]] void add(std::span<const float> a, std::span<float> b) {
  const unsigned i = kcc::block_idx().x * kcc::block_dim().x + kcc::thread_idx().x;
  if (i < b.size())
    b[i] = a[i] * kcc::grid_dim().y + b[i];
}

// CHECK: // Kernel 'add' of add.cpp, by kcc. The function is 'add'.
// CHECK: #define SPIRV_CROSS_CONSTANT_ID_3 1u
// CHECK: #if __METAL_VERSION__ < 320
// CHECK-NEXT: #error
// CHECK: #pragma METAL fp math_mode(safe)
// CHECK: #pragma METAL fp contract(off)
// CHECK: #include <metal_stdlib>
// CHECK: struct Arguments
// CHECK-NEXT: {
// CHECK-NEXT: ulong parameters;
// CHECK-NEXT: ulong variables;
// CHECK-NEXT: ulong status;
// CHECK-NEXT: uint grid_x;
// CHECK-NEXT: uint grid_y;
// CHECK-NEXT: uint grid_z;
// CHECK-NEXT: uint dynamic_shared_bytes;
// CHECK: kernel void add(constant Arguments& arguments {{\[\[}}buffer(0){{\]\]}}
// CHECK-SAME: uint3 gl_LocalInvocationID {{\[\[}}thread_position_in_threadgroup{{\]\]}}
// CHECK-SAME: uint3 gl_WorkGroupID {{\[\[}}threadgroup_position_in_grid{{\]\]}}
// CHECK-SAME: uint3 block_size {{\[\[}}threads_per_threadgroup{{\]\]}}
// CHECK-SAME: uint3 gl_NumWorkGroups {{\[\[}}threadgroups_per_grid{{\]\]}}
// CHECK: threadgroup uint shared_memory[
// CHECK: = arguments.parameters;
// CHECK: uint [[BLOCK:_[0-9]+]] = gl_WorkGroupID.x;
// CHECK: uint [[SIZE:_[0-9]+]] = block_size.x;
// CHECK: = [[BLOCK]] * [[SIZE]];
// CHECK: device uint* [[AT:_[0-9]+]] = reinterpret_cast<device uint*>(
// CHECK-NEXT: uint [[WORD:_[0-9]+]] = *[[AT]];
// CHECK-NEXT: = as_type<float>([[WORD]]);
// CHECK: gl_NumWorkGroups.y;
// CHECK: float [[SUM:_[0-9]+]] = fma(
// CHECK-NEXT: uint [[RESULT:_[0-9]+]] = as_type<uint>([[SUM]]);
// CHECK-NEXT: device uint* [[TO:_[0-9]+]] = reinterpret_cast<device uint*>(
// CHECK-NEXT: *[[TO]] = [[RESULT]];

// The arguments are at the same places.
// REFLECT: "name" : "add",
// REFLECT-NEXT: "mode" : "comp",
// REFLECT-NEXT: "workgroup_size" : [
// REFLECT: "workgroup_size_is_spec_constant_id" : [
// REFLECT: "type" : "uint64_t",
// REFLECT-NEXT: "offset" : 0
// REFLECT: "type" : "uint64_t",
// REFLECT-NEXT: "offset" : 8
// REFLECT: "type" : "uint64_t",
// REFLECT-NEXT: "offset" : 16
// REFLECT: "type" : "uint",
// REFLECT-NEXT: "offset" : 24
// REFLECT: "type" : "uint",
// REFLECT: "offset" : 36
// REFLECT: "push_constants" : [
// REFLECT: "push_constant" : true
