; Variables of one kernel lie apart, each on its alignment; those of different kernels may lie on one another.
; RUN: %lower shared %s | %check --match-full-lines
; RUN: %lower nvptx %s | %check --check-prefix=PTX
; RUN: %lower cpu %s | %check --check-prefix=CPU
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@.shared = private constant [11 x i8] c"kcc.shared\00", section "llvm.metadata"
@llvm.global.annotations = appending global [7 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @first, ptr @.kernel, ptr @.kernel, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @second, ptr @.kernel, ptr @.kernel, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @none, ptr @.kernel, ptr @.kernel, i32 3, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @a, ptr @.shared, ptr @.kernel, i32 4, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @b, ptr @.shared, ptr @.kernel, i32 5, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @c, ptr @.shared, ptr @.kernel, i32 6, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @both, ptr @.shared, ptr @.kernel, i32 7, ptr null }], section "llvm.metadata"

@a = global i8 undef, align 1
@b = global [3 x double] undef, align 8
@c = global [5 x i16] undef, align 2
@both = global [2 x i32] undef, align 16

define void @first(ptr %p, i1 %x) {
entry:
  store i8 1, ptr @a
  br i1 %x, label %then, label %end
then:
  br label %end
end:
  %q = phi ptr [ @b, %entry ], [ getelementptr (i8, ptr @b, i64 8), %then ]
  store double 1.0, ptr %q
  call void @shared_by_both()
  ret void
}
define void @second(ptr %p) {
  store i16 1, ptr @c
  call void @shared_by_both()
  ret void
}
define void @shared_by_both() {
  store i32 1, ptr @both
  ret void
}
define void @none(ptr %p) {
  ret void
}

; CHECK: a at 0
; CHECK-NEXT: b at 8
; CHECK-NEXT: c at 0
; CHECK-NEXT: both at 32
; CHECK-NEXT: first needs 40
; CHECK-NEXT: second needs 40
; CHECK-NEXT: none needs 0

; Arrays of 16 bytes and more are aligned to 16.
; PTX-DAG: @a = internal addrspace(3) global i8 poison, align 1
; PTX-DAG: @b = internal addrspace(3) global [3 x double] poison, align 16
; PTX-DAG: @both = internal addrspace(3) global [2 x i32] poison, align 16
; PTX: define ptx_kernel void @first(
; PTX: store i8 1, ptr addrspacecast (ptr addrspace(3) @a to ptr)

; CPU-NOT: @both =
; CPU: define internal void @first(
; CPU: [[THREAD:%.*]] = call {{.*}}@llvm.threadlocal.address.p0(ptr @kcc_cpu_thread)
; CPU: getelementptr inbounds i8, ptr {{.*}}, i64 48
; CPU: define internal void @shared_by_both()
; CPU: getelementptr inbounds i8, ptr %{{.*}}, i64 32
; CPU: store i32 1
