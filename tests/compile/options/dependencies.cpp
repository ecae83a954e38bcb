// A dependency file names the output and every file that was read, so that a build tool knows when to come back.
// REQUIRES: make
// RUN: mkdir "%T/with space" && echo '#pragma once' > "%T/with space/header.h"
// RUN: %kcc -MD -MF %t.d -I "%T/with space" %s -o %t.ptx && %check < %t.d
// RUN: %kcc -MMD -I "%T/with space" %s -o %T/user.ptx && %check --check-prefix=USER < %T/user.d
// RUN: %kcc -MD -MT other.ptx -I "%T/with space" %s -o %T/target.ptx && %check --check-prefix=TARGET < %T/target.d
// make reads it: it comes back when a header is newer, and else not.
// RUN: { echo 'all: %t.ptx'; echo 'include %t.d'; echo '%t.ptx:; touch %T/came_back'; } > %T/Makefile
// RUN: touch %t.ptx && make -q -f %T/Makefile all
// RUN: touch -d '1 hour' "%T/with space/header.h" && make -s -f %T/Makefile all && test -f %T/came_back
#include "header.h"
#include <kcc/device.h>
#include <utility>

[[kcc::kernel]] void fill(int *values) { *values = 1; }

// CHECK: {{^}}{{.*}}test.ptx: \
// CHECK-NEXT: {{ }}{{.*}}dependencies.cpp \
// CHECK-DAG: with\ space/header.h
// CHECK-DAG: /utility
// CHECK-NOT: kcc/device.h

// USER: {{^}}{{.*}}user.ptx: \
// USER-NEXT: dependencies.cpp \
// USER-NEXT: with\ space/header.h{{$}}
// USER-NOT: utility

// TARGET: {{^}}other.ptx: \
