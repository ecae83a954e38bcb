// An attribute makes the code that the option of its name makes, and beats it.
// RUN: for option in use_fast_math ftz=true ftz=false prec-div=false prec-sqrt=false fmad=false fmad=true math=reproducible math=fast; do \
// RUN:   attribute=${option//-/_}; case $attribute in math=*) attribute="math(\"${attribute#*=}\")" ;; *=*) attribute="${attribute%=*}(${attribute#*=})" ;; esac; \
// RUN:   %kcc %s -DATTRIBUTE= --$option -o %T/option.ptx && %kcc %s -DATTRIBUTE="kcc::$attribute" -o %T/attribute.ptx && cmp %T/option.ptx %T/attribute.ptx || exit 1; done
// RUN: %kcc %s -DATTRIBUTE= -o %T/none.ptx
// RUN: for option in use_fast_math ftz=true prec-div=false prec-sqrt=false fmad=false; do name=${option%=*}; name=${name//-/_}; \
// RUN:   case $option in *=false) value=true ;; *) value=false ;; esac; \
// RUN:   %kcc %s -DATTRIBUTE="kcc::$name($value)" --$option -o %T/attribute.ptx && cmp %T/none.ptx %T/attribute.ptx || exit 1; done
// RUN: %kcc %s -DATTRIBUTE='kcc::math("fast")' --math=reproducible -o %T/attribute.ptx && cmp %T/none.ptx %T/attribute.ptx
// RUN: %kcc %s -DATTRIBUTE= --use_fast_math -o %T/fast.ptx && %kcc %s -DATTRIBUTE='kcc::use_fast_math' --math=reproducible --fmad=false -o %T/attribute.ptx && cmp %T/fast.ptx %T/attribute.ptx
// RUN: %kcc %s -DATTRIBUTE= --math=reproducible -o %T/same.ptx && %kcc %s -DATTRIBUTE='kcc::math("reproducible")' --use_fast_math -o %T/attribute.ptx && cmp %T/same.ptx %T/attribute.ptx
// Reproducible code has nothing of what Clang's options permit.
// RUN: for option in -ffast-math -fapprox-func -fassociative-math -freciprocal-math; do \
// RUN:   %kcc %s -DATTRIBUTE= --math=reproducible $option -o %T/option.ptx && cmp %T/same.ptx %T/option.ptx && \
// RUN:   %kcc %s -DATTRIBUTE='kcc::math("reproducible")' $option -o %T/attribute.ptx && cmp %T/same.ptx %T/attribute.ptx || exit 1; done
// Without headers, because it is compiled often.
__attribute__((noinline)) static float called(float x, float y) { return __builtin_sinf(x) / y + __builtin_sqrtf(x) * y; }
[[kcc::kernel("k"), ATTRIBUTE]] void k(float *x, double *d) {
  x[0] = called(x[1], x[2]) + __builtin_expf(x[3]) * x[4];
  d[0] = d[1] * d[2] + d[3];
}
