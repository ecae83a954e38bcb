; A variable that holds a function's address and is not constant can have only one value for kernels of two modes.
; RUN: %lower modes %s | %check
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@.fmad = private constant [9 x i8] c"kcc.fmad\00", section "llvm.metadata"
@.false = private constant { i8 } { i8 0 }, section "llvm.metadata"
@llvm.global.annotations = appending global [3 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @fusing, ptr @.kernel, ptr @.kernel, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @exact, ptr @.kernel, ptr @.kernel, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @exact, ptr @.fmad, ptr @.kernel, i32 2, ptr @.false }], section "llvm.metadata"

; CHECK: ; indirect holds callee for fusing and exact
; The address of a declaration, and one that only one kernel reaches, are no obstacle.
; CHECK-NOT: ; {{.*}} holds
@holder = internal constant [1 x ptr] [ptr @callee]
@indirect = internal global ptr @holder
@declared = internal global ptr @unknown
@of_one = internal global ptr @callee

declare void @unknown()
define void @callee() {
  ret void
}
define void @fusing() {
  %d = load ptr, ptr @declared
  %o = load ptr, ptr @of_one
  %h = load ptr, ptr @indirect
  ret void
}
define void @exact() {
  %d = load ptr, ptr @declared
  %h = load ptr, ptr @indirect
  ret void
}
