#!/usr/bin/env bash
# Messages are the same as without the cache, each time; expect() itself checks that they are equal.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

test_warning_in_a_header() {
  echo 'inline int value() { int unused; return 1; }' >a.h
  write_source a.cpp '"a.h"' '<cstdint>'
  for _ in 1 2 3; do
    expect "*" -Wall a.cpp
    succeeded
    says "unused variable 'unused'"
    says "In file included from a.cpp:1:"
  done
  [[ $(cat "$scratch/with.did") == $each ]] || fail "$(cat "$scratch/with.did")"
  for _ in 1 2 3; do expect "*" -Wall -Werror a.cpp; done
  failed
  # No warning there, or none requested.
  warm a.cpp
  warm -Wall -w a.cpp
  mkdir system
  mv a.h system
  sleep 0.1
  warm -Wall -isystem system a.cpp
}

test_warning_in_the_preamble_itself() {
  write_header a.h 1
  printf '#warning take care\n#include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = value(); }\n' >a.cpp
  for _ in 1 2 3; do
    expect "*" a.cpp
    says "a.cpp:1:2: warning: take care"
  done
  printf '#define UNUSED\n#include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = value(); }\n' >b.cpp
  for _ in 1 2 3; do expect "*" -Wunused-macros b.cpp; done
  says "macro is not used"
}

test_error_in_a_header() {
  echo 'inline int value() { return nonsense; }' >a.h
  write_source a.cpp '<cstdint>' '"a.h"'
  for _ in 1 2 3 4; do
    expect "*" a.cpp
    failed
    says "In file included from a.cpp:2:"
    says "undeclared identifier 'nonsense'"
  done
  write_header a.h 4
  expect "$changed" a.cpp
  returns 4
}

test_missing_header() {
  write_source a.cpp '<cstdint>' '"missing.h"'
  for _ in 1 2 3; do
    expect "*" a.cpp
    failed
    says "a.cpp:2:10: fatal error: 'missing.h' file not found"
  done
}

test_messages_behind_the_preamble() {
  mkdir sub
  cat >sub/a.h <<'H'
template <class T> T half(T x) { return x.half(); }
inline int value() { return 1; }
[[deprecated("take value")]] inline int old() { return 1; }
#define SPLIT(x) x.part
H
  cat >sub/a.cpp <<'S'
#include <cstdint>
#include "a.h"

[[kcc::kernel]] void k(int *out) { *out = half(*out) + SPLIT(*out) + old(); }
void value() {}
S
  for name in sub/a.cpp "$PWD/sub/a.cpp"; do
    for _ in 1 2 3; do expect "*" $name; done
    [[ $(tail -n 1 "$scratch/with.did") == "parsed again without, for the messages" ]] || fail "not parsed again"
    failed
    says "sub/a.h:1:42: error: member reference base type 'int'"
    says "$name:4:43: note: in instantiation"
    says "sub/a.h:4:19: note: expanded from macro"
    says "a.h:2:12: note: previous definition"
  done
}

test_warning_behind_the_preamble() {
  write_header a.h 12
  printf '#include "a.h"\n[[kcc::kernel]] void k(int *out) { int x; *out = value(); }\n' >a.cpp
  for _ in 1 2 3; do
    expect "*" -Wall a.cpp
    succeeded
    returns 12
    says "a.cpp:2:40: warning: unused variable 'x'"
  done
  for _ in 1 2 3; do expect "*" -Wall -Werror a.cpp; done
  failed
}

test_rules_of_the_device() {
  cat >a.h <<'H'
#pragma once
#include <cstdlib>
inline void *get() { return std::realloc(nullptr, 5); }
[[kcc::kernel]] int returns_a_value() { return 1; }
H
  printf '#include "a.h"\n[[kcc::kernel]] void k(void **out) { *out = get(); }\n' >a.cpp
  for _ in 1 2 3; do expect "*" a.cpp; done
  failed
  says returns_a_value
  sed -i '$d' a.h
  for _ in 1 2 3 4; do expect "*" a.cpp; done
  failed
  says realloc
  printf '#include "a.h"\nvoid no_kernel() {}\n' >b.cpp
  for _ in 1 2 3; do expect "*" b.cpp; done
  failed
  printf '#include <cstddef>\n[[kcc::kernel]] void k(float *p) { [[kcc::shared]] float a[100000]; a[0] = *p; *p = a[1]; }\n' >c.cpp
  for _ in 1 2 3; do expect "*" c.cpp; done
  failed
  # A shared variable with an initializer, in a header.
  echo '[[kcc::shared]] inline int tile = 4;' >d.h
  write_header e.h 1
  write_source d.cpp '"d.h"' '"e.h"'
  for _ in 1 2 3; do expect "*" d.cpp; done
  failed
  says "d.h:1"
}

test_variable_that_is_not_shared() {
  cat >a.h <<'H'
#include <kcc/barrier.h>
inline int value() { return 1; }
inline void waits_for_nobody() { kcc::barrier ready; ready.init(1); }
H
  write_source a.cpp '"a.h"'
  for _ in 1 2 3; do
    expect "*" a.cpp
    failed
    says "variable 'ready' of type 'kcc::barrier' must be in shared memory"
  done
}

run_tests "$@"
