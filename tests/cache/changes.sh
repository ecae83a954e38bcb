#!/usr/bin/env bash
# Every change that could affect the result is noticed.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

test_edited_header() {
  write_header a.h 11
  write_source a.cpp '"a.h"' '<cstdint>'
  warm a.cpp
  write_header a.h 222
  expect "$changed" a.cpp
  returns 222
  expect "$made" a.cpp
  expect "$used" a.cpp
  returns 222
  [[ $(entries) == 1 ]] || fail "the entry of before is still there"
}

test_same_size_and_time() {
  write_header a.h 11
  touch -d '2020-01-01 00:00:00' a.h
  write_source a.cpp '"a.h"'
  warm a.cpp
  write_header a.h 22
  touch -d '2020-01-01 00:00:00' a.h
  expect "$changed" a.cpp
  returns 22
}

test_edited_at_once() {
  # Within one tick of the file system's clock, repeatedly.
  write_source a.cpp '"a.h"'
  local i
  for i in 10 11 12 13 14 15; do
    write_header a.h 1$i
    "$kcc" --cache-dir="$cache" -o "$scratch/once.ptx" a.cpp
    "$kcc" --cache-dir="$cache" -o "$scratch/once.ptx" a.cpp
    write_header a.h 2$i
    expect "$changed" a.cpp
    returns 2$i
  done
}

test_edited_and_restored() {
  write_header a.h 11
  write_source a.cpp '"a.h"'
  warm a.cpp
  write_header a.h 22
  write_header a.h 11
  expect "$used" a.cpp
  touch a.h
  expect "$used" a.cpp
}

test_header_of_a_header() {
  write_header deep/b.h 11
  mkdir -p inc
  echo '#include "../deep/b.h"' >inc/a.h
  write_source a.cpp '<a.h>'
  warm -I inc a.cpp
  write_header deep/b.h 33
  expect "$changed" -I inc a.cpp
  returns 33
}

test_removed_header() {
  write_header a.h 11
  write_source a.cpp '"a.h"'
  warm a.cpp
  rm a.h
  expect "$changed" a.cpp
  failed
  for _ in 1 2 3; do expect "*" a.cpp; done
  says "'a.h' file not found"
  write_header a.h 12
  expect "$changed" a.cpp
  returns 12
}

test_shadowed_on_the_include_path() {
  mkdir one
  write_header two/a.h 11
  write_source a.cpp '<a.h>'
  warm -I one -I two a.cpp
  write_header one/a.h 22
  expect "$changed" -I one -I two a.cpp
  returns 22
  rm one/a.h
  for _ in 1 2 3; do expect "*" -I one -I two a.cpp; done
  returns 11
  # A folder that is created later.
  for _ in 1 2 3; do expect "*" -I none -I two a.cpp; done
  write_header none/a.h 33
  expect "$seen" -I none -I two a.cpp
  returns 33
}

test_shadowed_in_a_system_folder() {
  mkdir -p one
  write_header two/a.h 11
  write_source a.cpp '<a.h>'
  sleep 0.1
  warm -isystem one -isystem two a.cpp
  write_header one/a.h 22
  expect "$changed" -isystem one -isystem two a.cpp
  returns 22
}

test_shadowed_beside_the_source() {
  mkdir src
  write_header inc/a.h 11
  write_source src/a.cpp '"a.h"'
  warm -I inc src/a.cpp
  write_header src/a.h 22
  expect "$changed" -I inc src/a.cpp
  returns 22
}

test_shadowed_beside_a_header() {
  mkdir -p lib
  write_header inc/b.h 11
  echo '#include "b.h"' >lib/a.h
  write_source a.cpp '"lib/a.h"'
  warm -I inc a.cpp
  write_header lib/b.h 22
  expect "$changed" -I inc a.cpp
  returns 22
}

test_shadowed_forced_include() {
  write_header inc/pre.h 11
  write_source a.cpp '<cstdint>'
  warm -I inc -include pre.h a.cpp
  returns 11
  write_header pre.h 22
  expect "$changed" -I inc -include pre.h a.cpp
  returns 22
  for _ in 1 2; do expect "*" -I inc -include pre.h a.cpp; done
  write_header pre.h 333
  expect "$changed" -I inc -include pre.h a.cpp
  returns 333
}

test_device_header_of_the_user() {
  mkdir -p inc/kcc
  printf '#include <kcc/device.h>\n[[kcc::kernel]] void k(int *out) { *out = kcc::thread_idx().x; }\n' >a.cpp
  warm -I inc a.cpp
  echo 'namespace kcc { struct D { int x; }; inline D thread_idx() { return {99}; } }' >inc/kcc/device.h
  expect "$changed" -I inc a.cpp
  returns 99
}

test_has_include() {
  cat >a.h <<'H'
#if __has_include("option.h")
inline int value() { return 22; }
#else
inline int value() { return 11; }
#endif
H
  write_source a.cpp '"a.h"'
  warm a.cpp
  returns 11
  touch option.h
  expect "$changed" a.cpp
  returns 22
  expect "$made" a.cpp
  expect "$used" a.cpp
  rm option.h
  expect "$changed" a.cpp
  returns 11
  # In angle brackets, on the path.
  mkdir -p inc
  sed 's/"option.h"/<option.h>/' a.h >b.h
  write_source b.cpp '"b.h"'
  warm -I inc b.cpp
  touch inc/option.h
  expect "$changed" -I inc b.cpp
  returns 22 b
  expect "$made" -I inc b.cpp
  rm inc/option.h
  expect "$changed" -I inc b.cpp
  returns 11 b
}

test_next_header() {
  mkdir -p one two three
  printf '#pragma once\n#include_next <a.h>\n' >one/a.h
  write_header three/a.h 11
  write_source a.cpp '<a.h>'
  warm -Wno-pragma-once-outside-header -I one -I two -I three a.cpp
  write_header two/a.h 22
  expect "$changed" -Wno-pragma-once-outside-header -I one -I two -I three a.cpp
  returns 22
}

test_moved_link() {
  write_header one/a.h 11
  write_header two/a.h 22
  ln -s one current
  write_source a.cpp '"current/a.h"'
  warm a.cpp
  ln -sfn two current
  expect "$changed" a.cpp
  returns 22
}

test_edited_preamble_text() {
  write_header a.h 11
  write_header b.h 22
  write_source a.cpp '"a.h"'
  warm a.cpp
  write_source a.cpp '"b.h"'
  expect "$seen" a.cpp
  returns 22
  # The text after the preamble is not part of it.
  write_source a.cpp '"a.h"'
  sed -i 's/value()/value() + 5/' a.cpp
  expect "$used" a.cpp
  returns 16
}

run_tests "$@"
