; What ends a program in a C++ library traps; other functions keep having no body.
; RUN: %lower traps %s | %check
; RUN: %lower cpu %s | %check --check-prefix=CPU
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @.kernel, ptr @.kernel, i32 7, ptr null }], section "llvm.metadata"

declare void @abort()
declare void @_ZSt24__throw_out_of_range_fmtPKcz(ptr, ...)
declare void @__assert_fail(ptr, ptr, i32, ptr)
declare void @_ZdlPvm(ptr, i64)
declare void @free(ptr)
define void @k(ptr %p) {
  call void @abort()
  call void (ptr, ...) @_ZSt24__throw_out_of_range_fmtPKcz(ptr %p)
  call void @__assert_fail(ptr %p, ptr %p, i32 1, ptr %p)
  call void @_ZdlPvm(ptr %p, i64 1)
  call void @free(ptr %p)
  ret void
}

; CHECK: define internal void @abort()
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK: define internal void @_ZSt24__throw_out_of_range_fmtPKcz(
; CHECK: define internal void @__assert_fail(
; CHECK: declare void @_ZdlPvm(
; CHECK: declare void @free(

; CPU: define internal void @abort()
; CPU-NEXT: call void @kcc_cpu_trap()
; CPU-NEXT: unreachable
; CPU: declare void @kcc_cpu_trap() #[[NORETURN:[0-9]+]]
; CPU-NOT: call void @llvm.trap
; CPU: attributes #[[NORETURN]] = { noreturn }
