; Each thing that a kernel may not reach, once for every kind and name, with the shortest way from the kernel.
; RUN: %lower rules %s | %check --match-full-lines
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @.kernel, ptr @.kernel, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @good, ptr @.kernel, ptr @.kernel, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @calls, ptr @.kernel, ptr @.kernel, i32 3, ptr null }], section "llvm.metadata"
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @init, ptr null }]

@local = thread_local global i32 0
@outside = external global i32
@set_at_start = global i32 0
@table = internal constant [1 x ptr] [ptr @in_table]
@_ZTIi = external constant ptr

define internal void @init() {
  call void @__cxx_global_var_init()
  ret void
}
define internal void @__cxx_global_var_init() {
  store i32 1, ptr @set_at_start
  ret void
}

declare ptr @__cxa_allocate_exception(i64)
declare void @__cxa_throw(ptr, ptr, ptr)
declare i32 @__cxa_guard_acquire(ptr)
declare void @only_for_the_exception(ptr)
declare void @after_the_branch(ptr)
declare void @missing()
declare void @in_table()
declare float @sinf(float)
declare i32 @__kcc_thread_idx_x()

define void @k(ptr %p, i1 %c) {
  %f = load ptr, ptr @table
  call void @deep(ptr %p, i1 %c)
  %s = call float @sinf(float 1.0)
  %t = call float @llvm.exp.f32(float %s)
  %q = call float @llvm.sqrt.f32(float %t)
  %g = call i32 @__cxa_guard_acquire(ptr %p)
  %i = call i32 @__kcc_thread_idx_x()
  ret void
}
define void @deep(ptr %p, i1 %c) {
  call void @deeper(ptr %p, i1 %c)
  call void @missing()
  %x = load i32, ptr @outside
  %y = load i32, ptr @set_at_start
  %z = load i32, ptr @local
  ret void
}
define void @deeper(ptr %p, i1 %c) {
  br i1 %c, label %bad, label %fine
bad:
  %e = call ptr @__cxa_allocate_exception(i64 4)
  br i1 %c, label %one, label %two
one:
  call void @only_for_the_exception(ptr %e)
  br label %two
two:
  call void @__cxa_throw(ptr %e, ptr @_ZTIi, ptr @only_for_the_exception)
  unreachable
fine:
  call void @after_the_branch(ptr %p)
  call void @missing()
  %w = fpext double 1.0 to x86_fp80
  ret void
}
define void @good(ptr %p) {
  ret void
}
define void @calls(ptr %p) {
  call void @good(ptr %p)
  call void @recursive(ptr %p)
  ret void
}
define void @recursive(ptr %p) {
  call void @recursive(ptr %p)
  call void @other_missing()
  ret void
}
declare void @other_missing()

; CHECK-NOT: {{.*}}only_for_the_exception{{.*}}
; CHECK-DAG: k: undefined function in_table in k
; CHECK-DAG: k: static local __cxa_guard_acquire in k
; CHECK-DAG: k: undefined function missing in deep < k
; CHECK-DAG: k: undefined variable outside in deep < k
; CHECK-DAG: k: runtime initializer set_at_start in deep < k
; CHECK-DAG: k: thread-local local in deep < k
; CHECK-DAG: k: throw __cxa_throw in deeper < deep < k
; CHECK-DAG: k: undefined function after_the_branch in deeper < deep < k
; CHECK-DAG: k: unsupported type long double in deeper < deep < k
; CHECK-DAG: calls: kernel call good in calls
; CHECK-DAG: calls: undefined function other_missing in recursive < calls
; CHECK-NOT: {{.*(sqrt|sinf|exp|_ZTI|__kcc|only_for).*}}
