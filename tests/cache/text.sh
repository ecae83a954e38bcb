#!/usr/bin/env bash
# Where a preamble ends, and what it may contain.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

test_macros_before_the_includes() {
  echo 'inline int value() { return NUMBER; }' >a.h
  printf '#define NUMBER 31\n#include "a.h"\n#undef NUMBER\n#define NUMBER 4\n[[kcc::kernel]] void k(int *out) { *out = value() * 10 + NUMBER; }\n' >a.cpp
  warm a.cpp
  returns 314
  sed -i s/31/52/ a.cpp
  warm a.cpp
  returns 524
}

test_condition_across_the_end() {
  write_header a.h 9
  cat >a.cpp <<'S'
#define FAST 1
#if FAST
#include "a.h"
int more() { return 1; }
#elif OTHER
int more() { return "no"; }
#else
#error no
#endif
#ifndef FAST
nonsense
#endif
[[kcc::kernel]] void k(int *out) { *out = value() + more(); }
S
  warm a.cpp
  succeeded
  returns 10
  # A location that is only known when the kernel is compiled.
  cat >place.h <<'H'
inline int line(int l = __builtin_LINE()) { return l; }
inline const char *file(const char *f = __builtin_FILE()) { return f; }
template <class T> const char *here(T) { return __builtin_FILE(); }
template <class T> const char *there(T) { return file(); }
H
  printf '#include "place.h"\n#include <cstdint>\n[[kcc::kernel]] void k(int *out) { *out = here(1)[0] * 1000 + there(1)[1] * 10 + here(1)[2] + file()[0] + line(); }\n' >p.cpp
  warm p.cpp
  warm -O0 -lineinfo p.cpp
  succeeded
  # Never closed: the same message.
  sed -i '9d' a.cpp
  for _ in 1 2 3; do expect "*" a.cpp; done
  failed
  says "unterminated conditional directive"
}

test_whole_file_in_a_condition() {
  write_header a.h 9
  printf '#ifndef GUARD\n#define GUARD\n#include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = value(); }\n#endif\n' >a.cpp
  warm a.cpp
  returns 9
}

test_pragmas() {
  cat >a.h <<'H'
#pragma once
struct Packed { char c; int i; };
inline int value() { return sizeof(Packed); }
H
  printf '#pragma pack(push, 1)\n#include "a.h"\n#include "a.h"\nstruct Here { char c; int i; };\n#pragma pack(pop)\nstruct After { char c; int i; };\n[[kcc::kernel]] void k(int *out) { *out = value() * 100 + sizeof(Here) * 10 + sizeof(After); }\n' >a.cpp
  for _ in 1 2 3; do expect "*" a.cpp; done # Clang warns
  returns 558
  printf '#pragma clang diagnostic ignored "-Wunused-variable"\n#include <cstdint>\n[[kcc::kernel]] void k(int *out) { int x; *out = 1; }\n' >b.cpp
  warm -Wall b.cpp
  succeeded
}

test_encodings_and_line_ends() {
  write_header a.h 8
  printf '\xef\xbb\xbf#include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = value(); }\n' >bom.cpp
  warm bom.cpp
  returns 8 bom
  printf '#include "a.h"\r\n#include <cstdint>\r\n[[kcc::kernel]] void k(int *out) { *out = value(); }\r\n' >crlf.cpp
  warm crlf.cpp
  returns 8 crlf
  printf '#include "a.h" // the end' >none.cpp
  for _ in 1 2 3; do expect "*" none.cpp; done
  says "no kernel"
  printf '/* first */ #include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = value(); }' >comment.cpp
  for _ in 1 2 3; do expect "*" comment.cpp; done
  returns 8 comment
}

test_names_of_files_and_lines() {
  # The header's name as the include path gives it, and the line after the preamble.
  cat >a.h <<'H'
inline const char *file() { return __FILE__; }
inline int line() { return __LINE__; }
H
  printf '#include "a.h"\n#include <cstdint>\n[[kcc::kernel]] void k(int *out) { *out = file()[0] + file()[2] * line() + __LINE__ + __FILE__[1]; }\n' >a.cpp
  warm a.cpp
  warm "$PWD/a.cpp"
  printf '#line 100 "other.cpp"\n#include "a.h"\n[[kcc::kernel]] int k() { return 1; }\n' >b.cpp
  for _ in 1 2 3; do expect "*" b.cpp; done
  failed
  says "other.cpp:101"
}

test_time_and_place_are_not_kept() {
  local macro
  for macro in __TIME__ __DATE__ __TIMESTAMP__ __BASE_FILE__; do
    echo "inline const char *text() { return $macro; }" >a.h
    printf '#include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = text()[1]; } // %s\n' $macro >a.cpp
    sleep 0.1
    expect "*" -Wno-date-time a.cpp
    for _ in 1 2 3; do
      compile "$scratch/with" --cache-dir="$cache" -o "$scratch/with/" a.cpp
    done
    [[ $(cat "$scratch/with.did") == $each ]] || fail "$macro: $(cat "$scratch/with.did")"
    rm -rf "$cache"
  done
}

test_counter() {
  echo 'inline int value() { return __COUNTER__; }' >a.h
  printf '#include "a.h"\n[[kcc::kernel]] void k(int *out) { *out = value() * 10 + __COUNTER__ + 70; }\n' >a.cpp
  for _ in 1 2 3; do expect "*" a.cpp; done
  returns 71
}

test_embedded_data() {
  printf 7 >data
  printf 'inline int value() {\n  const char text[] = {\n#embed "data"\n  };\n  return text[0];\n}\n' >a.h
  write_source a.cpp '"a.h"'
  for _ in 1 2 3; do expect "*" -Wno-c23-extensions a.cpp; done
  returns 55
  printf 8 >data
  expect "*" -Wno-c23-extensions a.cpp
  returns 56
}

test_source_that_includes_itself() {
  cat >a.cpp <<'S'
#ifndef PASS
#define PASS
#include "a.cpp"
#else
inline int value() { return 6; }
#define KERNEL
#endif
#ifdef KERNEL
#undef KERNEL
#else
#endif
#if !defined(DONE) && __INCLUDE_LEVEL__ == 0
#define DONE
[[kcc::kernel]] void k(int *out) { *out = value(); }
#endif
S
  for _ in 1 2 3; do expect "*" a.cpp; done
  succeeded
  sed -i 's/return 6/return 66/' a.cpp
  expect "*" a.cpp
  returns 66
}

test_attributes_in_headers() {
  cat >a.h <<'H'
#pragma once
#include <span>
#include <kcc/device.h>
[[kcc::kernel]] void from_header(std::span<float> out) { for (std::size_t i : kcc::grid_stride(out.size())) out[i] = 1; }
namespace deep { [[kcc::kernel("chosen")]] [[kcc::launch_bounds(128, 2)]] void named(int *p) { *p = 2; } }
template <class T> [[kcc::kernel]] void generic(T *p) { *p += T(3); }
template void generic<float>(float *);
template void generic<double>(double *);
[[kcc::constant]] inline float table[4] = {1, 2, 3, 4};
[[kcc::shared]] inline float tile[64];
inline int plain = 12;
H
  cat >a.cpp <<'S'
#include "a.h"
template void generic<int>(int *);
[[kcc::kernel]] void own(float *out) {
  [[kcc::shared]] float local[32];
  tile[kcc::thread_idx().x] = table[kcc::thread_idx().x & 3] + plain;
  local[0] = 1;
  kcc::sync_threads();
  *out = tile[1] + local[0];
}
S
  for target in "--emit=ptx,manifest,header" "--target=cpu --emit=llvm-ir" "-lineinfo" "-O1"; do
    # shellcheck disable=SC2086
    warm $target a.cpp
    succeeded
  done
  expect "$used" -O1 a.cpp
  for entry in from_header chosen own _Z7genericIfEvPT_ _Z7genericIdEvPT_ _Z7genericIiEvPT_; do
    grep -qE "^\.visible \.entry .*$entry" "$scratch/with/a.ptx" || fail "no kernel $entry"
  done
  contains a.ptx ".maxntid 128"
}

run_tests "$@"
