// What the shared library of the runtime exports: what the public headers declare, and what the code of
// kernels calls on the CPU device. All else is hidden. The library's sources are compiled with this header in
// front, and see no other declaration first. In a static library nothing is exported, because a program and a
// plug-in that it loads have a copy each, which must not be mixed.
#pragma GCC visibility push(default)

#include <kcc/abi/cpu_functions.h>
#include <kcc/blas.h>
#include <kcc/communicator.h>
#include <kcc/device/send_record.h>
#include <kcc/dlpack.h>
#include <kcc/dnn.h>
#include <kcc/fft.h>
#include <kcc/libraries.h>
#include <kcc/rand.h>
#include <kcc/runtime.h>

extern "C" {
// entry_points/half_precision.cpp
float __truncsfhf2(float value);
float __truncdfhf2(double value);
float __truncsfbf2(float value);
float __truncdfbf2(double value);
float __extendhfsf2(float bits);
}

#pragma GCC visibility pop
