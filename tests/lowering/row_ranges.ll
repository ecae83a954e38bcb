; For which threads of a row a condition holds is computed ahead of it, also where a thread would not have come to it.
; RUN: %lower lanes %s | %check
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@kcc_cpu_thread = external thread_local global ptr
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)

; `shift < 32 && i < n >> shift`: where the shift is too far, its result is poison, and so would be the range, and the
; branch to the loop for it. Each use of a frozen value sees the same number.
; CHECK-LABEL: define void @kcc.block.x86-64-v3.shifted(
; CHECK: [[SHIFT:%.*]] = freeze i32
; CHECK: [[GUARD:%.*]] = icmp ult i32 [[SHIFT]], 32
; CHECK: [[ANY:%.*]] = lshr i32 {{%.*}}, [[SHIFT]]
; CHECK: [[LIMIT:%.*]] = freeze i32 [[ANY]]
; CHECK-NOT: [[ANY]]
; CHECK: [[ALL:%.*]] = sext i1 [[GUARD]] to i32
; CHECK: call i32 @llvm.umin.i32(i32 [[ALL]], i32 [[LIMIT]])
define void @kcc.thread.shifted(ptr dereferenceable(24) %arguments) {
  %out = load ptr, ptr %arguments, !invariant.load !0, !dereferenceable !1
  %n.place = getelementptr inbounds i8, ptr %arguments, i64 8
  %n.pointer = load ptr, ptr %n.place, !invariant.load !0, !dereferenceable !1
  %n = load i32, ptr %n.pointer, !invariant.load !0
  %shift.place = getelementptr inbounds i8, ptr %arguments, i64 16
  %shift.pointer = load ptr, ptr %shift.place, !invariant.load !0, !dereferenceable !1
  %shift = load i32, ptr %shift.pointer, !invariant.load !0
  %address = call ptr @llvm.threadlocal.address.p0(ptr @kcc_cpu_thread)
  %thread = load ptr, ptr %address
  %i = load i32, ptr %thread
  %guard = icmp ult i32 %shift, 32
  %limit = lshr i32 %n, %shift
  %is.below = icmp ult i32 %i, %limit
  %both = select i1 %guard, i1 %is.below, i1 false
  br i1 %both, label %store, label %end

store:
  %index = zext i32 %i to i64
  %element = getelementptr inbounds i32, ptr %out, i64 %index
  store i32 1, ptr %element
  br label %end

end:
  ret void
}

!0 = !{}
!1 = !{i64 4}
