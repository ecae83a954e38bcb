; The scopes that kcc::atomic_ref names, and libstdc++'s floating-point operations.
; RUN: %lower nvptx %s | %check
; RUN: %lower cpu %s | %check --check-prefix=CPU
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @.kernel, ptr @.kernel, i32 7, ptr null }], section "llvm.metadata"

declare ptr @__kcc_atomic_at_scope(ptr, i32)
declare ptr @__kcc_atomic_inc_wrap(ptr, i32)
declare ptr @__kcc_atomic_dec_wrap(ptr, i32)
declare void @__kcc_atomic_fence(i32, i32)

define void @k(ptr %p, i32 %unknown) {
  %thread = call ptr @__kcc_atomic_at_scope(ptr %p, i32 0)
  %a = atomicrmw add ptr %thread, i32 1 monotonic
  %block = call ptr @__kcc_atomic_at_scope(ptr %p, i32 1)
  store atomic i32 1, ptr %block release, align 4
  %cluster = call ptr @__kcc_atomic_at_scope(ptr %p, i32 2)
  %c = load atomic i32, ptr %cluster acquire, align 4
  %device = call ptr @__kcc_atomic_at_scope(ptr %p, i32 3)
  %d = cmpxchg weak ptr %device, i32 0, i32 1 seq_cst acquire
  %e = cmpxchg weak ptr %device, i32 0, i32 1 monotonic monotonic
  %system = call ptr @__kcc_atomic_at_scope(ptr %p, i32 4)
  %f = atomicrmw or ptr %system, i32 1 acq_rel
  %other = call ptr @__kcc_atomic_at_scope(ptr %p, i32 %unknown)
  %g = atomicrmw xor ptr %other, i32 1 acq_rel
  %up = call ptr @__kcc_atomic_inc_wrap(ptr %p, i32 3)
  %j = atomicrmw add ptr %up, i32 7 monotonic
  %down = call ptr @__kcc_atomic_dec_wrap(ptr %p, i32 1)
  %l = atomicrmw add ptr %down, i64 7 release
  call void @__kcc_atomic_fence(i32 0, i32 1)
  call void @__kcc_atomic_fence(i32 2, i32 1)
  call void @__kcc_atomic_fence(i32 3, i32 3)
  call void @__kcc_atomic_fence(i32 4, i32 0)
  call void @__kcc_atomic_fence(i32 5, i32 4)
  call void @__kcc_atomic_fence(i32 %unknown, i32 %unknown)
  %h = call float @_ZNSt13__atomic_impl15__fetch_sub_fltIfEET_PS1_NSt15remove_volatileIS1_E4typeESt12memory_order(ptr %p, float 1.0, i32 3)
  %i = call double @_ZNSt13__atomic_impl15__add_fetch_fltIdEET_PS1_NSt15remove_volatileIS1_E4typeE(ptr %p, double 1.0)
  ret void
}
define float @_ZNSt13__atomic_impl15__fetch_sub_fltIfEET_PS1_NSt15remove_volatileIS1_E4typeESt12memory_order(ptr %p, float %v, i32 %order) {
  ret float 0.0
}
define double @_ZNSt13__atomic_impl15__add_fetch_fltIdEET_PS1_NSt15remove_volatileIS1_E4typeE(ptr %p, double %v) {
  ret double 0.0
}

; CHECK-LABEL: @k(
; CHECK-NEXT: atomicrmw add ptr %p, i32 1 syncscope("singlethread") monotonic
; CHECK-NEXT: store atomic i32 1, ptr %p syncscope("block") release
; CHECK-NEXT: load atomic i32, ptr %p syncscope("cluster") acquire
; CHECK-NEXT: cmpxchg weak ptr %p, i32 0, i32 1 syncscope("device") seq_cst acquire
; CHECK-NEXT: cmpxchg weak ptr %p, i32 0, i32 1 syncscope("device") monotonic monotonic
; CHECK-NEXT: atomicrmw or ptr %p, i32 1 acq_rel
; CHECK-NEXT: atomicrmw xor ptr %p, i32 1 acq_rel
; CHECK-NEXT: atomicrmw uinc_wrap ptr %p, i32 7 syncscope("device") monotonic
; CHECK-NEXT: atomicrmw udec_wrap ptr %p, i64 7 syncscope("block") release
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: fence syncscope("device") release
; CHECK-NEXT: fence syncscope("singlethread") acq_rel
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: call float
; CHECK: define internal float @_ZNSt13__atomic_impl15__fetch_sub_flt
; CHECK-NEXT: switch i32 %order, label %[[STRONGEST:.*]] [
; CHECK-NEXT: i32 0, label %[[RELAXED:[0-9]+]]
; CHECK: [[STRONGEST]]:
; CHECK: atomicrmw fsub ptr %p, float %v seq_cst
; CHECK: [[RELAXED]]:
; CHECK: atomicrmw fsub ptr %p, float %v monotonic
; CHECK: atomicrmw fsub ptr %p, float %v acquire
; CHECK: atomicrmw fsub ptr %p, float %v acquire
; CHECK: atomicrmw fsub ptr %p, float %v release
; CHECK: atomicrmw fsub ptr %p, float %v acq_rel
; CHECK: define internal double @_ZNSt13__atomic_impl15__add_fetch_flt
; CHECK-NEXT: [[OLD:%.*]] = atomicrmw fadd ptr %p, double %v seq_cst
; CHECK-NEXT: [[NEW:%.*]] = fadd double [[OLD]], %v
; CHECK-NEXT: ret double [[NEW]]
; CHECK-NOT: __kcc_atomic

; CPU-LABEL: @k(
; CPU-NEXT: atomicrmw add ptr %p, i32 1 syncscope("singlethread") monotonic
; CPU-NEXT: store atomic i32 1, ptr %p syncscope("block") release
; CPU: cmpxchg weak ptr %p, i32 0, i32 1 seq_cst acquire
; CPU: fence syncscope("block") acquire
; CPU-NEXT: fence release
; CPU-NEXT: fence syncscope("singlethread") acq_rel
; CPU-NEXT: fence seq_cst
; CPU-NOT: __kcc_atomic
