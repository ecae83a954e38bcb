; The device library's builtins become the target's instructions, called directly or by address.
; RUN: %lower nvptx %s | %check
; RUN: %lower cpu %s | %check --check-prefix=CPU
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @.kernel, ptr @.kernel, i32 1, ptr null }], section "llvm.metadata"

declare i32 @__kcc_thread_idx_x()
declare i32 @__kcc_block_idx_y()
declare i32 @__kcc_block_dim_z()
declare i32 @__kcc_grid_dim_x()
declare void @__kcc_sync_threads()
declare ptr @__kcc_dynamic_shared()
declare i32 @__kcc_dynamic_shared_bytes()

define void @k(ptr %p, float %f, double %d) {
  %a = call i32 @__kcc_thread_idx_x()
  store volatile i32 %a, ptr %p
  %b = call i32 @__kcc_block_idx_y()
  store volatile i32 %b, ptr %p
  %c = call i32 @__kcc_block_dim_z()
  store volatile i32 %c, ptr %p
  %e = call i32 @__kcc_grid_dim_x()
  store volatile i32 %e, ptr %p
  call void @__kcc_sync_threads()
  %s = call ptr @__kcc_dynamic_shared()
  store volatile ptr %s, ptr %p
  %n = call i32 @__kcc_dynamic_shared_bytes()
  store volatile i32 %n, ptr %p
  store volatile ptr @__kcc_thread_idx_x, ptr %p
  ret void
}

; CHECK: @kcc_dynamic_shared = external {{.*}}addrspace(3) global [0 x i8], align 128
; CHECK: define ptx_kernel void @k(
; CHECK: call {{.*}}range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: call {{.*}}range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
; CHECK: call {{.*}}range(i32 1, 65) i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
; CHECK: call {{.*}}range(i32 1, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 {{.*}}0)
; CHECK: addrspacecast
; CHECK: call {{.*}}i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
; CHECK: store volatile ptr @__kcc_thread_idx_x
; CHECK: define internal {{.*}}i32 @__kcc_thread_idx_x()
; CHECK-NEXT: call {{.*}}range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CPU: @kcc_cpu_thread = external thread_local {{.*}}global ptr
; CPU: define internal void @k(
; CPU: getelementptr inbounds {{.*}}i8, ptr %{{.*}}, i64 16
; CPU: getelementptr inbounds {{.*}}i8, ptr %{{.*}}, i64 32
; CPU: getelementptr inbounds {{.*}}i8, ptr %{{.*}}, i64 36
; CPU: call void @kcc_cpu_sync_threads()
; CPU: getelementptr inbounds {{.*}}i8, ptr %{{.*}}, i64 56
; CPU: and i64 %{{.*}}, 8589934464
; CPU: getelementptr inbounds {{.*}}i8, ptr %{{.*}}, i64 60
; CPU: define internal i32 @__kcc_thread_idx_x()
; CPU: define void @kcc.thread.k(ptr {{.*}}%0)
; CPU-DAG: getelementptr inbounds ptr, ptr %0, i64 2
; CPU-DAG: load double, ptr %{{.*}}, align 1
; CPU: call void @k(ptr %{{.*}}, float %{{.*}}, double %{{.*}})
