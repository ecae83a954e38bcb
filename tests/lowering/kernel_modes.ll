; Kernels of different floating-point modes: what several modes reach is copied, and constants that hold its address are, too.
; RUN: %lower modes %s | %check
; RUN: %lower modes %s | %check --check-prefix=NAMES
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@.ftz = private constant [8 x i8] c"kcc.ftz\00", section "llvm.metadata"
@.true = private constant { i8 } { i8 1 }, section "llvm.metadata"
@llvm.global.annotations = appending global [5 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @plain, ptr @.kernel, ptr @.kernel, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @flushing, ptr @.kernel, ptr @.kernel, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @flushing, ptr @.ftz, ptr @.kernel, i32 2, ptr @.true },
  { ptr, ptr, ptr, i32, ptr } { ptr @flushing_too, ptr @.kernel, ptr @.kernel, i32 3, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @flushing_too, ptr @.ftz, ptr @.kernel, i32 3, ptr @.true }], section "llvm.metadata"

; A table of functions exists twice. A library function has no body yet, so a table holds one that calls it.
; CHECK-DAG: @table = {{.*}}constant [2 x ptr] [ptr @both, ptr @sinf_called]
; CHECK-DAG: @[[TABLE:table\.[0-9]+]] = {{.*}}constant [2 x ptr] [ptr @[[BOTH:both\.[0-9]+]], ptr @sinf_called.{{[0-9]+}}]
@table = internal constant [2 x ptr] [ptr @both, ptr @sinf]
; The table of the flushing kernels alone only gets the new address.
; CHECK-DAG: @table_of_flushing = {{.*}}constant [1 x ptr] [ptr @[[BOTH]]]
@table_of_flushing = internal constant [1 x ptr] [ptr @both]
; Neither of these depends on the mode.
; CHECK-DAG: @numbers = {{.*}}constant [2 x i32] [i32 1, i32 2]
@numbers = internal constant [2 x i32] [i32 1, i32 2]
; CHECK-DAG: @counter = {{.*}}global i32 0
@counter = internal global i32 0

; The kernels of one mode share their copies.
; NAMES-COUNT-2: define internal float @deeper{{[.0-9]*}}(
; NAMES-NOT: define internal float @deeper

declare float @sinf(float)
declare void @unknown()

; CHECK-LABEL: define {{.*}}void @plain(
; CHECK: call float @both(
; CHECK: load ptr, ptr @table,
; CHECK: load i32, ptr @numbers,
; CHECK: store i32 1, ptr @counter,
define void @plain(float %x, ptr %p) {
  %y = call float @both(float %x)
  %f = load ptr, ptr @table
  %z = call float %f(float %y)
  %n = load i32, ptr @numbers
  store i32 1, ptr @counter
  ret void
}
; CHECK-LABEL: define {{.*}}void @flushing(
; CHECK: call float @[[BOTH]](
; CHECK: load ptr, ptr @[[TABLE]],
; CHECK: load i32, ptr @numbers,
; CHECK: store i32 1, ptr @counter,
define void @flushing(float %x, ptr %p) {
  %y = call float @both(float %x)
  %f = load ptr, ptr @table
  %z = call float %f(float %y)
  %n = load i32, ptr @numbers
  store i32 1, ptr @counter
  ret void
}
; CHECK-LABEL: define {{.*}}void @flushing_too(
; CHECK: call float @[[BOTH]](
; CHECK: call float @only_flushing(
; CHECK: load ptr, ptr @table_of_flushing,
define void @flushing_too(float %x, ptr %p) {
  %y = call float @both(float %x)
  %z = call float @only_flushing(float %y)
  %f = load ptr, ptr @table_of_flushing
  %w = call float %f(float %z)
  ret void
}

; CHECK-LABEL: define internal float @both(
; CHECK: call float @deeper(
; A direct call of a library function stays: the call has its mode by its caller.
; CHECK: call float @sinf(
define float @both(float %x) {
  %y = call float @deeper(float %x)
  %z = call float @sinf(float %y)
  ret float %z
}
define float @deeper(float %x) {
  call void @unknown()
  %y = fadd float %x, %x
  ret float %y
}
; CHECK-LABEL: define internal float @only_flushing(
; CHECK: call float @[[DEEPER:deeper\.[0-9]+]](
define float @only_flushing(float %x) {
  %y = call float @deeper(float %x)
  ret float %y
}
; CHECK: define internal float @[[BOTH]](
; CHECK: call float @[[DEEPER]](
; CHECK: call float @sinf(
