; Math functions by every kind of name that they have, and operations that not every target gets right by itself.
; RUN: %lower math %s | %check
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [1 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @k, ptr @.kernel, ptr @.kernel, i32 1, ptr null }], section "llvm.metadata"

declare float @sinf(float)
declare double @scalbn(double, i32)
declare double @floor(double)
declare i64 @lrint(double)
declare float @cosf(double)
declare <2 x float> @csqrtf(<2 x float>)
declare { double, double } @csqrt(ptr byval({ double, double }))

define void @k(ptr %p, float %f, double %d, half %h, <2 x float> %v, i32 %i) "target-cpu"="sm_80" {
; CHECK-LABEL: define void @k(
; By name, and by address.
; CHECK: call float @__kcc_math_sin_f32(float %f)
  %sin = call float @sinf(float %f)
; CHECK: store ptr @__kcc_math_sin_f32, ptr %p
  store ptr @sinf, ptr %p
; CHECK: call double @__kcc_math_ldexp_f64(double %d, i32 %i)
  %scalbn = call double @scalbn(double %d, i32 %i)
; CHECK: call double @kcc.floor(double %d)
  %floor = call double @floor(double %d)
; CHECK: call i64 @kcc.lrint(double %d)
  %lrint = call i64 @lrint(double %d)
; A function of the user's with another type is none of them.
; CHECK: call float @cosf(double %d)
  %cosf = call float @cosf(double %d)
; Intrinsics: of numbers, with two results, of narrow numbers, of vectors.
; CHECK: call double @__kcc_math_pow_f64(double %d, double 2.000000e+00)
  %pow = call fast double @llvm.pow.f64(double %d, double 2.0)
; CHECK: [[FRACTION:%.*]] = call double @__kcc_math_frexp_f64(double %d, ptr [[PLACE:%.*]])
; CHECK: [[EXPONENT:%.*]] = load i32, ptr [[PLACE]]
; CHECK: insertvalue { double, i32 } poison, double [[FRACTION]], 0
; CHECK: insertvalue { double, i32 } {{%.*}}, i32 [[EXPONENT]], 1
  %frexp = call { double, i32 } @llvm.frexp.f64.i32(double %d)
; CHECK: call void @__kcc_math_sincos_f32(float %f, ptr {{%.*}}, ptr {{%.*}})
  %sincos = call { float, float } @llvm.sincos.f32(float %f)
; CHECK: [[WIDE:%.*]] = fpext half %h to float
; CHECK: [[EXP:%.*]] = call float @__kcc_math_exp_f32(float [[WIDE]])
; CHECK: fptrunc float [[EXP]] to half
  %exp = call half @llvm.exp.f16(half %h)
; CHECK: [[FIRST:%.*]] = extractelement <2 x float> %v, i64 0
; CHECK: call float @__kcc_math_log_f32(float [[FIRST]])
; CHECK: [[SECOND:%.*]] = extractelement <2 x float> %v, i64 1
; CHECK: call float @__kcc_math_log_f32(float [[SECOND]])
  %log = call <2 x float> @llvm.log.v2f32(<2 x float> %v)
; What targets have ideas of their own about.
; CHECK: call double @llvm.minimumnum.f64(double %d, double 1.000000e+00)
  %min = call double @llvm.minnum.f64(double %d, double 1.0)
; CHECK: [[HALF:%.*]] = call float @llvm.copysign.f32(float 0x3FDFFFFFE0000000, float %f)
; CHECK: [[SUM:%.*]] = fadd float %f, [[HALF]]
; CHECK: [[WHOLE:%.*]] = call float @llvm.trunc.f32(float [[SUM]])
; CHECK: [[INTEGER:%.*]] = call i64 @llvm.fptosi.sat.i64.f32(float [[WHOLE]])
; CHECK: [[NAN:%.*]] = fcmp uno float [[WHOLE]], [[WHOLE]]
; CHECK: select i1 [[NAN]], i64 -9223372036854775808, i64 [[INTEGER]]
  %llround = call i64 @llvm.llround.i64.f32(float %f)
; CHECK: call float @__kcc_math_fmod_f32(float %f, float 3.000000e+00)
  %rest = frem fast float %f, 3.0
; The sum must stay as it is.
; CHECK: fadd <2 x float> %v,
; CHECK: call <2 x float> @llvm.trunc.v2f32(
  %round = call fast <2 x float> @llvm.round.v2f32(<2 x float> %v)
; Instructions stay.
; CHECK: call float @llvm.sqrt.f32(float %f)
  %sqrt = call float @llvm.sqrt.f32(float %f)
; Complex numbers, as x86-64 and as GPUs pass them.
; CHECK: call <2 x float> @kcc.csqrtf(<2 x float> %v)
  %csqrtf = call <2 x float> @csqrtf(<2 x float> %v)
; CHECK: call { double, double } @kcc.csqrt(ptr byval({ double, double }) %p)
  %csqrt = call { double, double } @csqrt(ptr byval({ double, double }) %p)
  ret void
}

; Bodies: inlined where they are called, and for the same processor.
; CHECK: define internal i64 @kcc.lrint(double %0) [[INLINE:#[0-9]+]]
; CHECK-NEXT: [[WHOLE:%.*]] = call double @llvm.rint.f64(double %0)
; CHECK-NEXT: call i64 @llvm.fptosi.sat.i64.f64(double [[WHOLE]])
; CHECK: define internal <2 x float> @kcc.csqrtf(<2 x float> %0) [[INLINE]]
; CHECK: [[RE:%.*]] = extractelement <2 x float> %0, i64 0
; CHECK: [[IM:%.*]] = extractelement <2 x float> %0, i64 1
; CHECK: call void @__kcc_math_csqrt_f32(float [[RE]], float [[IM]], ptr {{%.*}})
; CHECK: define internal { double, double } @kcc.csqrt(ptr byval({ double, double }) %0) [[INLINE]]
; CHECK: define internal float @__kcc_math_sin_f32(float {{.*}}) {{.*}}[[BODY:#[0-9]+]]
; CHECK-NOT: define {{.*}}@__kcc_math_cos_f32(
; CHECK-DAG: attributes [[INLINE]] = { alwaysinline
; CHECK-DAG: attributes [[BODY]] = { {{.*}}"target-cpu"="sm_80"
