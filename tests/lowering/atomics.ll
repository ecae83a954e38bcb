; Atomic operations as the memory model of PTX has them; kcc-atomics does it for every combination.
; RUN: %lower late %s sm_90 | %check
; RUN: %lower late %s sm_75 | %check --check-prefix=OLDER
; RUN: %lower late %s sm_60 | %check --check-prefix=FENCED
; RUN: %lower late %s sm_52 | %check --check-prefix=UNSCOPED
target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [4 x i32] poison, align 4

; A kernel's own pointer is to global memory, but not one that it could have changed.
define ptx_kernel void @spaces(ptr %global, ptr byval(ptr) readonly %known, ptr byval(ptr) %changed, ptr %out) {
  %a = atomicrmw add ptr %global, i32 1 syncscope("device") seq_cst
  store volatile i32 %a, ptr %out
  %p = load ptr, ptr %known
  %b = atomicrmw umin ptr %p, i32 2 syncscope("block") acq_rel
  store volatile i32 %b, ptr %out
  %q = load ptr, ptr %changed
  %c = atomicrmw and ptr %q, i32 3 acquire
  store volatile i32 %c, ptr %out
  %d = atomicrmw xor ptr addrspacecast (ptr addrspace(3) @tile to ptr), i32 4 syncscope("cluster") release
  store volatile i32 %d, ptr %out
  ret void
}
; CHECK-LABEL: @spaces(
; CHECK: fence syncscope("device") seq_cst
; CHECK-NEXT: asm sideeffect "atom.acquire.gpu.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"
; CHECK: "atom.acq_rel.cta.global.min.u32 $0, [$1], $2;"
; CHECK: "atom.acquire.sys.and.b32 $0, [$1], $2;"
; CHECK: "atom.release.cluster.shared.xor.b32 $0, [$1], $2;"
; OLDER: "atom.release.gpu.shared.xor.b32
; FENCED-LABEL: @spaces(
; FENCED: fence syncscope("device") seq_cst
; FENCED-NEXT: "atom.gpu.global.add.u32 $0, [$1], $2;"
; FENCED-NEXT: fence syncscope("device") acquire
; FENCED: fence syncscope("block") release
; FENCED: "atom.cta.global.min.u32
; FENCED: fence syncscope("block") acquire
; FENCED-NOT: fence
; FENCED: "atom.sys.and.b32
; FENCED-NEXT: fence acquire
; UNSCOPED-LABEL: @spaces(
; UNSCOPED: "atom.global.add.u32 $0, [$1], $2;"

; Without a use, `red`, unless the operation acquires.
define void @unused(ptr addrspace(1) %p, i64 %v, double %d) {
  %a = atomicrmw sub ptr addrspace(1) %p, i64 %v syncscope("device") release
  %b = atomicrmw sub ptr addrspace(1) %p, i64 %v syncscope("device") acquire
  %c = atomicrmw fsub ptr addrspace(1) %p, double %d monotonic
  %e = atomicrmw xchg ptr addrspace(1) %p, ptr null monotonic
  ret void
}
; CHECK-LABEL: @unused(
; CHECK: [[NEGATIVE:%.*]] = sub i64 0, %v
; CHECK-NEXT: call void asm sideeffect "red.release.gpu.global.add.u64 [$0], $1;", "l,l,~{memory}"(ptr addrspace(1) %p, i64 [[NEGATIVE]])
; CHECK: call i64 asm sideeffect "atom.acquire.gpu.global.add.u64
; CHECK: [[NEGATIVE:%.*]] = fneg double %d
; CHECK-NEXT: "red.relaxed.sys.global.add.f64 [$0], $1;", "l,d,~{memory}"({{.*}} double [[NEGATIVE]])
; CHECK: "atom.relaxed.sys.global.exch.b64 $0, [$1], $2;"
; FENCED-LABEL: @unused(
; FENCED: "red.gpu.global.add.u64
; FENCED: "atom.gpu.global.add.u64
; FENCED-NEXT: fence syncscope("device") acquire
; UNSCOPED-LABEL: @unused(
; UNSCOPED: [[DIVERGENT:%.*]] = call ptr addrspace(1) asm "shl.b64 $0, $1, $2;", "=l,l,r"(ptr addrspace(1) %p,
; UNSCOPED: cmpxchg ptr addrspace(1) [[DIVERGENT]], i64

; Half precision: an instruction where there is one.
define half @halves(ptr addrspace(3) %p, half %v) {
  %r = atomicrmw fadd ptr addrspace(3) %p, half %v syncscope("block") monotonic
  ret half %r
}
; CHECK-LABEL: @halves(
; CHECK: [[BITS:%.*]] = bitcast half %v to i16
; CHECK: call i16 asm sideeffect "atom.relaxed.cta.shared.add.noftz.f16 $0, [$1], $2;", "=h,l,h,~{memory}"(ptr addrspace(3) %p, i16 [[BITS]])
; FENCED-LABEL: @halves(
; FENCED: cmpxchg ptr addrspace(3)

; A loop on the word around; the order is outside of it.
define i8 @byte(ptr addrspace(1) %p, i8 %v) {
  %r = atomicrmw nand ptr addrspace(1) %p, i8 %v syncscope("device") acq_rel
  ret i8 %r
}
; CHECK-LABEL: @byte(
; CHECK: fence syncscope("device") release
; CHECK: [[WORD:%.*]] = call ptr addrspace(1) @llvm.ptrmask.p1.i64(ptr addrspace(1) %p, i64 -4)
; CHECK-NEXT: [[DIVERGENT:%.*]] = call ptr addrspace(1) asm "shl.b64 $0, $1, $2;", "=l,l,r"(ptr addrspace(1) [[WORD]],
; CHECK: load atomic i32, ptr addrspace(1) [[WORD]] syncscope("device") monotonic
; CHECK: atomic.loop:
; CHECK: cmpxchg ptr addrspace(1) [[DIVERGENT]], i32 {{.*}} syncscope("device") monotonic monotonic
; CHECK: atomic.end:
; CHECK-NEXT: fence syncscope("device") acquire
; CHECK-NEXT: ret i8

; Memory of one thread and operations of one thread need nothing; LLVM has no code for the latter.
define i32 @alone(ptr %p) {
  %a = alloca i32
  store i32 1, ptr %a
  %r = atomicrmw add ptr %a, i32 2 seq_cst
  %x = cmpxchg ptr %p, i32 %r, i32 5 syncscope("singlethread") seq_cst seq_cst
  fence syncscope("singlethread") seq_cst
  %s = load atomic i32, ptr %p syncscope("singlethread") acquire, align 4
  store atomic i32 %s, ptr %a release, align 4
  ret i32 %s
}
; CHECK-LABEL: @alone(
; CHECK-NOT: {{atomic|fence|cmpxchg|asm}}
; CHECK: ret i32

; LLVM has these right, but before sm_70, and in clusters before sm_90.
define i32 @others(ptr addrspace(1) %p, i32 %v) {
  %r = load atomic i32, ptr addrspace(1) %p syncscope("device") seq_cst, align 4
  store atomic i32 %v, ptr addrspace(1) %p syncscope("cluster") release, align 4
  %x = cmpxchg ptr addrspace(1) %p, i32 %r, i32 %v release acquire
  fence syncscope("cluster") acq_rel
  ret i32 %r
}
; CHECK-LABEL: @others(
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %p syncscope("device") seq_cst
; CHECK-NEXT: store atomic {{.*}} syncscope("cluster") release
; CHECK-NEXT: cmpxchg {{.*}} release acquire
; CHECK-NEXT: fence syncscope("cluster") acq_rel
; OLDER-LABEL: @others(
; OLDER: store atomic {{.*}} syncscope("device") release
; OLDER: fence syncscope("device") acq_rel
; FENCED-LABEL: @others(
; FENCED-NEXT: fence syncscope("device") seq_cst
; FENCED-NEXT: load atomic {{.*}} monotonic
; FENCED-NEXT: fence syncscope("device") acquire
; FENCED-NEXT: fence syncscope("device") release
; FENCED-NEXT: store atomic {{.*}} monotonic
; FENCED-NEXT: fence release
; FENCED-NEXT: cmpxchg {{.*}} monotonic monotonic
; FENCED-NEXT: fence acquire
