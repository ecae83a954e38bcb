; A pointer that is one into a variable without an address space, or one into global memory: LLVM's InferAddressSpaces
; forgets the first.
; RUN: %lower late %s sm_75 | %check
target triple = "nvptx64-nvidia-cuda"

@table = internal constant [16 x i64] zeroinitializer, align 8

; CHECK: define ptx_kernel void @choose(
define ptx_kernel void @choose(ptr %values, i1 %is_first, i64 %n) {
entry:
  %count = atomicrmw add ptr %values, i64 1 seq_cst
  br label %loop

; CHECK: %place = getelementptr i64, ptr @table
; CHECK: select i1 %is_first, ptr %place, ptr
loop:
  %place = getelementptr i64, ptr @table, i64 %n
  %chosen = select i1 %is_first, ptr %place, ptr %values
  %value = load volatile i64, ptr %chosen
  br label %loop
}
