// Preprocessor options take effect in their order.
// RUN: mkdir %T/first %T/second && echo '#define FOLDER 1' > %T/first/folder.h && echo '#define FOLDER 2' > %T/second/folder.h
// RUN: echo '#define FORCED 7' > %T/forced.h
// RUN: %kcc -I %T/first -I%T/second -DVALUE=1 -D OTHER -include %T/forced.h -std=c++20 %s -o %t.ptx
// RUN: %kcc --isystem %T/first -iquote %T/second -D VALUE=2 -UVALUE -DVALUE=1 -DOTHER --include=%T/forced.h --std=c++20 %s -o -
// RUN: ! %kcc -I %T/second -I %T/first -DVALUE=1 -DOTHER -include %T/forced.h -std=c++20 %s -o - 2> %T/errors
// RUN: grep -q "requirement '2 == 1'" %T/errors
#include <folder.h>
#include <kcc/device.h>

static_assert(FOLDER == 1);
static_assert(VALUE == 1);
static_assert(FORCED == 7);
static_assert(__cplusplus == 202002L);
#ifndef OTHER
#error "-D without a value defines the macro"
#endif
static_assert(__KCC__ == 1);

[[kcc::kernel]] void fill(int *values) { *values = VALUE; }
