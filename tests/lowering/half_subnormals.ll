; A kernel that flushes subnormal numbers of float keeps those of half, except in the source's own assembly.
; RUN: %lower finish %s sm_90 | %check
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: .entry flushing(
; CHECK: add.rn.ftz.f32
; CHECK: mul.rn.f16 
; CHECK: fma.rn.f16x2 
; CHECK: // begin inline asm
; CHECK-NEXT: add.ftz.f16
; CHECK: // end inline asm
; CHECK: add.rn.f16 
define ptx_kernel void @flushing(float %x, half %a, <2 x half> %v, ptr %to) #0 {
  %s = fadd float %x, 1.0
  store volatile float %s, ptr %to
  %p = fmul half %a, %a
  store volatile half %p, ptr %to
  %f = call <2 x half> @llvm.fma.v2f16(<2 x half> %v, <2 x half> %v, <2 x half> %v)
  store volatile <2 x half> %f, ptr %to
  %own = call half asm sideeffect "add.ftz.f16 $0, $1, $1;", "=h,h"(half %a)
  store volatile half %own, ptr %to
  %d = fsub half %a, 2.0
  store volatile half %d, ptr %to
  ret void
}
; CHECK-LABEL: .entry precise(
; CHECK: add.rn.f32 
define ptx_kernel void @precise(float %x, ptr %to) {
  %s = fadd float %x, 1.0
  store volatile float %s, ptr %to
  ret void
}
declare <2 x half> @llvm.fma.v2f16(<2 x half>, <2 x half>, <2 x half>)

attributes #0 = { "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
