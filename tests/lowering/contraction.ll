; What is fused and what is not, after local variables and calls of small functions are gone.
; RUN: %lower contract %s | %check
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@llvm.global.annotations = appending global [2 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @sums, ptr @.kernel, ptr @.kernel, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @calls, ptr @.kernel, ptr @.kernel, i32 1, ptr null }], section "llvm.metadata"

declare void @use(float)
declare void @use_pair(<2 x half>)
declare void @use_double(double)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.sqrt.f32(float)

; CHECK-LABEL: define void @sums(
define void @sums(float %a, float %b, float %c, float %d, double %e, <2 x half> %h, i1 %if, i32 %n, ptr %memory) {
; Either operand, and the sign where it costs nothing.
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %c)
  %ab = fmul contract float %a, %b
  %1 = fadd contract float %ab, %c
  call void @use(float %1)
; CHECK: call float @llvm.fma.f32(float %a, float %c, float %b)
  %ac = fmul contract float %a, %c
  %2 = fadd contract float %b, %ac
  call void @use(float %2)
; CHECK: [[MINUS_D:%.*]] = fneg float %d
; CHECK: call float @llvm.fma.f32(float %b, float %c, float [[MINUS_D]])
  %bc = fmul contract float %b, %c
  %3 = fsub contract float %bc, %d
  call void @use(float %3)
; CHECK: [[MINUS_B:%.*]] = fneg float %b
; CHECK: call float @llvm.fma.f32(float [[MINUS_B]], float %d, float %a)
  %bd = fmul contract float %b, %d
  %4 = fsub contract float %a, %bd
  call void @use(float %4)
; CHECK: [[MINUS_C:%.*]] = fneg float %c
; CHECK: call float @llvm.fma.f32(float [[MINUS_C]], float %d, float %a)
  %cd = fmul contract float %c, %d
  %minus_cd = fneg contract float %cd
  %5 = fadd contract float %minus_cd, %a
  call void @use(float %5)
; Of two products the first, whatever else uses them: uses may differ between targets.
; CHECK: [[DD:%.*]] = fmul float %d, %d
; CHECK: call float @llvm.fma.f32(float %c, float %c, float [[DD]])
  %cc = fmul contract float %c, %c
  call void @use(float %cc)
  %dd = fmul contract float %d, %d
  %6 = fadd contract float %cc, %dd
  call void @use(float %6)
; A product with another use is fused all the same: the sum costs nothing more.
; CHECK: [[AD:%.*]] = fmul float %a, %d
; CHECK: call void @use(float [[AD]])
; CHECK: call float @llvm.fma.f32(float %a, float %d, float %b)
  %ad = fmul contract float %a, %d
  call void @use(float %ad)
  %8 = fadd contract float %ad, %b
  call void @use(float %8)
; Other types.
; CHECK: call double @llvm.fma.f64(double %e, double %e, double 1.000000e+00)
  %ee = fmul contract double %e, %e
  %9 = fadd contract double %ee, 1.0
  call void @use_double(double %9)
; CHECK: call <2 x half> @llvm.fma.v2f16(<2 x half> %h, <2 x half> %h, <2 x half> %h)
  %hh = fmul contract <2 x half> %h, %h
  %10 = fadd contract <2 x half> %hh, %h
  call void @use_pair(<2 x half> %10)
; What must not be fused: one of the two may not be, or the product went through memory that others see.
; CHECK: [[STRICT:%.*]] = fmul float %a, 3.000000e+00
; CHECK: fadd float [[STRICT]], %b
  %strict = fmul float %a, 3.0
  %11 = fadd contract float %strict, %b
  call void @use(float %11)
; CHECK: [[LOOSE:%.*]] = fmul float %a, 5.000000e+00
; CHECK: fadd float [[LOOSE]], %b
  %loose = fmul contract float %a, 5.0
  %12 = fadd float %loose, %b
  call void @use(float %12)
; CHECK: store volatile float
; CHECK: [[SEEN:%.*]] = load volatile float
; CHECK: fadd float [[SEEN]], %b
  %place = alloca float
  %product = fmul contract float %a, 7.0
  store volatile float %product, ptr %place
  %seen = load volatile float, ptr %place
  %13 = fadd contract float %seen, %b
  call void @use(float %13)
; CHECK: store atomic float
; CHECK: [[SHARED:%.*]] = load atomic float
; CHECK: fadd float [[SHARED]], %b
  %14 = fmul contract float %a, 9.0
  store atomic float %14, ptr %memory monotonic, align 4
  %shared = load atomic float, ptr %memory monotonic, align 4
  %15 = fadd contract float %shared, %b
  call void @use(float %15)
; Within an expression, as Clang says. Afterwards nothing may be fused, except where sums may be reassociated.
; CHECK: call float @llvm.fma.f32(float %a, float %b, float 2.000000e+00)
  %16 = call contract float @llvm.fmuladd.f32(float %a, float %b, float 2.0)
  call void @use(float %16)
; CHECK: call float @llvm.sqrt.f32(float %a)
  %17 = call contract float @llvm.sqrt.f32(float %a)
  call void @use(float %17)
; CHECK: fadd reassoc contract float %a, %b
  %18 = fadd reassoc contract float %a, %b
  call void @use(float %18)
; Across statements and blocks, but not into a loop, before which the product was computed.
; CHECK: br i1 %if
  %variable = alloca float
  %da = fmul contract float %d, 11.0
  store float %da, ptr %variable
  br i1 %if, label %then, label %loop
then:
; CHECK: then:
; CHECK: call float @llvm.fma.f32(float %d, float 1.100000e+01, float %b)
  %19 = load float, ptr %variable
  %20 = fadd contract float %19, %b
  call void @use(float %20)
  br label %loop
loop:
; CHECK: loop:
; CHECK: fadd float %da, %b
; CHECK: call float @llvm.fma.f32(float %b, float 1.300000e+01, float %c)
  %i = phi i32 [ 0, %0 ], [ 0, %then ], [ %next, %loop ]
  %21 = load float, ptr %variable
  %22 = fadd contract float %21, %b
  call void @use(float %22)
  %inner = fmul contract float %b, 13.0
  %23 = fadd contract float %inner, %c
  call void @use(float %23)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Functions that return structs as they do on GPUs, and as on x86-64: in a vector, and in an integer.
define internal { float, float } @direct(float %x, float %y) {
  %1 = fmul contract float %x, %y
  %2 = fmul contract float %x, %x
  %3 = insertvalue { float, float } poison, float %1, 0
  %4 = insertvalue { float, float } %3, float %2, 1
  ret { float, float } %4
}
define internal <2 x float> @in_vector(float %x, float %y) {
  %place = alloca { float, float }
  %second = getelementptr { float, float }, ptr %place, i32 0, i32 1
  %1 = fmul contract float %x, %y
  %2 = fmul contract float %x, %x
  store float %1, ptr %place
  store float %2, ptr %second
  %3 = load <2 x float>, ptr %place
  ret <2 x float> %3
}
define internal i64 @in_integer(float %x, i32 %n) {
  %place = alloca { i32, float }
  %second = getelementptr { i32, float }, ptr %place, i32 0, i32 1
  %1 = fmul contract float %x, %x
  store i32 %n, ptr %place
  store float %1, ptr %second
  %2 = load i64, ptr %place
  ret i64 %2
}
define internal float @not_inlined(float %x) noinline {
  %1 = fmul contract float %x, %x
  ret float %1
}
define internal float @recursive(float %x, i1 %if) {
  br i1 %if, label %more, label %end
more:
  %1 = call float @recursive(float %x, i1 false)
  ret float %1
end:
  %2 = fmul contract float %x, %x
  ret float %2
}

; CHECK-LABEL: define void @calls(
define void @calls(float %a, float %b, float %c, i32 %n, i1 %if) {
; CHECK: call float @llvm.fma.f32(float %a, float %b, float 1.000000e+00)
; CHECK: call float @llvm.fma.f32(float %a, float %a, float 2.000000e+00)
  %direct = call { float, float } @direct(float %a, float %b)
  %1 = extractvalue { float, float } %direct, 0
  %2 = extractvalue { float, float } %direct, 1
  %3 = fadd contract float %1, 1.0
  call void @use(float %3)
  %4 = fadd contract float %2, 2.0
  call void @use(float %4)
; CHECK: call float @llvm.fma.f32(float %b, float %c, float 1.000000e+00)
; CHECK: call float @llvm.fma.f32(float %b, float %b, float 2.000000e+00)
  %pair = alloca { float, float }
  %vector = call <2 x float> @in_vector(float %b, float %c)
  store <2 x float> %vector, ptr %pair
  %5 = load float, ptr %pair
  %6 = fadd contract float %5, 1.0
  call void @use(float %6)
  %second = getelementptr { float, float }, ptr %pair, i32 0, i32 1
  %7 = load float, ptr %second
  %8 = fadd contract float %7, 2.0
  call void @use(float %8)
; CHECK: call float @llvm.fma.f32(float %c, float %c, float 3.000000e+00)
  %record = alloca { i32, float }
  %integer = call i64 @in_integer(float %c, i32 %n)
  store i64 %integer, ptr %record
  %number = getelementptr { i32, float }, ptr %record, i32 0, i32 1
  %9 = load float, ptr %number
  %10 = fadd contract float %9, 3.0
  call void @use(float %10)
; CHECK: [[CALL:%.*]] = call float @not_inlined(float %a)
; CHECK: fadd float [[CALL]], %b
  %11 = call float @not_inlined(float %a)
  %12 = fadd contract float %11, %b
  call void @use(float %12)
; CHECK: [[AGAIN:%.*]] = call float @recursive(float %a, i1 %if)
; CHECK: fadd float [[AGAIN]], %b
  %13 = call float @recursive(float %a, i1 %if)
  %14 = fadd contract float %13, %b
  call void @use(float %14)
  ret void
}
