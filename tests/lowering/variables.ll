; What code writes is in global memory before the optimizer runs.
; RUN: %lower nvptx %s | %check
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @.kernel, ptr @.kernel, i32 1, ptr null }], section "llvm.metadata"

@counter = internal global i32 7, align 4
@where = internal global ptr @counter, align 8
@table = internal constant [2 x i32] [i32 1, i32 2]

define void @k(ptr %p) {
  %a = atomicrmw add ptr @counter, i32 1 monotonic
  %b = load ptr, ptr @where
  %c = load i32, ptr @table
  store ptr %b, ptr %p
  store i32 %c, ptr %b
  ret void
}

; CHECK-DAG: @counter = internal addrspace(1) global i32 7, align 4
; CHECK-DAG: @where = internal addrspace(1) global ptr addrspacecast (ptr addrspace(1) @counter to ptr), align 8
; CHECK-DAG: @table = internal constant [2 x i32]
; CHECK: atomicrmw add ptr addrspacecast (ptr addrspace(1) @counter to ptr), i32 1
