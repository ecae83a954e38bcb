; Kernels and their launch bounds, shared and constant variables are read back; only kernels stay visible.
; RUN: %lower annotations %s | %check
@.kernel = private constant [11 x i8] c"kcc.kernel\00", section "llvm.metadata"
@.bounds = private constant [28 x i8] c"kcc.launch_bounds:a.cpp:7:3\00", section "llvm.metadata"
@.shared = private constant [11 x i8] c"kcc.shared\00", section "llvm.metadata"
@.constant = private constant [13 x i8] c"kcc.constant\00", section "llvm.metadata"
@.other = private constant [6 x i8] c"other\00", section "llvm.metadata"
@.file = private constant [6 x i8] c"a.cpp\00", section "llvm.metadata"
@.arguments = private constant { i32, i32 } { i32 128, i32 2 }, section "llvm.metadata"
@.wide = private constant { i64 } { i64 4294967424 }, section "llvm.metadata"

@tile = global [32 x float] undef, align 4
@unreached_tile = global [32 x float] undef, align 4
@weight = constant i8 1, align 1
@weights = constant [3 x double] [double 1.0, double 2.0, double 3.0], align 8

@llvm.global.annotations = appending global [9 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @add, ptr @.kernel, ptr @.file, i32 7, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @add, ptr @.bounds, ptr @.file, i32 7, ptr @.arguments },
  { ptr, ptr, ptr, i32, ptr } { ptr @declared, ptr @.kernel, ptr @.file, i32 8, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @helper, ptr @.bounds, ptr @.file, i32 9, ptr @.arguments },
  { ptr, ptr, ptr, i32, ptr } { ptr @wide, ptr @.kernel, ptr @.file, i32 10, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @wide, ptr @.bounds, ptr @.file, i32 10, ptr @.wide },
  { ptr, ptr, ptr, i32, ptr } { ptr @tile, ptr @.shared, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @weight, ptr @.constant, ptr @.file, i32 2, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @weights, ptr @.constant, ptr @.file, i32 3, ptr null }
], section "llvm.metadata"
@llvm.used = appending global [2 x ptr] [ptr @add, ptr @unused], section "llvm.metadata"

; CHECK: ; kernel add at a.cpp:7 threads 128 blocks 2{{$}}
; CHECK-NEXT: ; kernel wide at a.cpp:10 threads 0 blocks 0 bounds invalid
; CHECK-NEXT: ; launch_bounds without kernel helper
; CHECK-NEXT: ; shared tile
; CHECK-NEXT: ; constant weight
; CHECK-NEXT: ; constant weights
; CHECK-NEXT: ; constant bytes 32
; CHECK-NOT: {{llvm.global.annotations|llvm.used|unreached_tile|@unused|@declared}}
; CHECK-DAG: @tile = internal
; CHECK-DAG: @weights = internal
; CHECK-DAG: define void @add(
; CHECK-DAG: define internal i32 @helper(
; CHECK-NOT: {{llvm.global.annotations|llvm.used|unreached_tile|@unused|@declared}}

define void @add(ptr %p) {
  %i = call i32 @helper()
  %t = load float, ptr @tile
  %w = load i8, ptr @weight
  %v = load double, ptr @weights
  ret void
}
define linkonce_odr i32 @helper() {
  ret i32 1
}
define void @unused() {
  call void @declared()
  ret void
}
define void @wide() {
  ret void
}
declare void @declared()
