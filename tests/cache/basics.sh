#!/usr/bin/env bash
# When the cache is used, by which sources, and that the output does not depend on it.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

test_first_marks_second_makes_third_uses() {
  write_header a.h 41
  write_source a.cpp '"a.h"' '<span>'
  expect "$seen" a.cpp
  [[ $(entries) == 0 ]] || fail "the first run made an entry"
  expect "$made" a.cpp
  [[ $(entries) == 1 ]] || fail "the second run made no entry"
  expect "$used" a.cpp
  succeeded
  returns 41
  no_other_files
}

test_switched_off() {
  write_header a.h 1
  write_source a.cpp '"a.h"'
  for options in "--no-cache" "--cache-limit=0" ; do
    for i in 1 2 3; do compile "$scratch/with" --cache-dir="$cache" $options -o "$scratch/with/" a.cpp; done
    [[ ! -s $scratch/with.did && ! -e $cache ]] || fail "a cache with $options"
  done
  # Without an include there is nothing to keep.
  echo '[[kcc::kernel]] void k(int *out) { *out = 1; }' >b.cpp
  expect "" b.cpp
}

test_folder_from_the_environment() {
  write_header a.h 1
  write_source a.cpp '"a.h"'
  for i in 1 2 3; do
    KCC_CACHE_DIR=$scratch/named compile "$scratch/with" -o "$scratch/with/" a.cpp
  done
  [[ $(cat "$scratch/with.did") == $used ]] || fail "KCC_CACHE_DIR: $(cat "$scratch/with.did")"
  KCC_CACHE_DIR=$scratch/named expect "$seen" a.cpp # the option takes precedence
  for i in 1 2 3; do
    XDG_CACHE_HOME=$scratch/xdg compile "$scratch/with" -o "$scratch/with/" a.cpp
  done
  [[ -n $(find "$scratch/xdg/kcc" -name '*.pch') ]] || fail "nothing in the user's cache folder"
  [[ $(stat -c %a "$scratch/xdg/kcc") == 700 ]] || fail "the folder is open to others"
}

test_options_have_their_own_entries() {
  write_header inc/a.h 1
  write_header pre.h 2
  sed -i s/value/other/ pre.h
  write_source a.cpp '"a.h"' '<cstdint>'
  warm -I inc a.cpp
  local options
  for options in -DX -DX=1 -UX -std=c++20 -O0 -O2 -fno-signed-char -ffast-math "-include pre.h" "-I ." "-isystem ." \
    "-iquote ." -Wall "-Wall -Werror" --arch=sm_80 --arch=sm_90a "--target=cpu --emit=llvm-ir" -lineinfo; do
    # shellcheck disable=SC2086
    warm $options -I inc a.cpp
    succeeded
  done
  # Order and adjacency matter.
  warm -DX -UX -I inc a.cpp
  warm -UX -DX -I inc a.cpp
  warm -I inc -I . a.cpp
  # Verbosity does not; expect() itself always asks for more.
  "$kcc" --cache-dir="$cache" -I inc -o "$scratch/quiet.ptx" a.cpp 2>"$scratch/quiet" || fail "fails without -v"
  [[ ! -s $scratch/quiet ]] || fail "talks without being asked"
  expect "$used" -I inc a.cpp
}

test_another_build_has_its_own_entries() {
  write_header a.h 1
  write_source a.cpp '"a.h"'
  warm a.cpp
  # The same tool under another name is the same build; a tool with another build id is not.
  cp "$kcc" "$scratch/kcc"
  kcc=$scratch/kcc expect "$used" a.cpp
  local id
  id=$(readelf -n "$kcc" 2>/dev/null | sed -nE 's/ *Build ID: ([0-9a-f]+)/\1/p')
  [[ -n $id ]] || { skip "no build id to be read"; return; }
  python3 - "$scratch/kcc" "$id" <<'P' || fail "cannot change the build id"
import sys
data = bytearray(open(sys.argv[1], "rb").read())
at = data.find(bytes.fromhex(sys.argv[2]))
assert at >= 0
data[at] ^= 1
open(sys.argv[1], "wb").write(data)
P
  kcc=$scratch/kcc expect "$seen" a.cpp
}

test_who_shares_an_entry() {
  # Angle brackets only: shared by all sources, in any folder.
  for file in a.cpp b.cpp sub/c.cpp; do
    mkdir -p sub
    printf '#include <cstdint>\n\n[[kcc::kernel]] void k(std::uint8_t *out) { *out = %d; }\n' ${#file} >$file
  done
  expect "$seen" a.cpp
  expect "$made" b.cpp
  expect "$used" sub/c.cpp
  expect "$used" "$PWD/sub/c.cpp"
  (cd sub && expect "$seen" c.cpp) # relative paths start in the working folder
}

test_quoted_includes_belong_to_a_folder() {
  for folder in one two; do
    write_header $folder/a.h ${#folder}${#folder}
    write_source $folder/a.cpp '"a.h"'
    write_source $folder/b.cpp '"a.h"'
  done
  write_header two/a.h 77
  warm one/a.cpp
  returns 33
  expect "$used" one/b.cpp
  warm two/a.cpp
  returns 77
  # A macro may name the file.
  for folder in one two; do
    write_source $folder/m.cpp HEADER
  done
  warm '-DHEADER="a.h"' one/m.cpp
  returns 33 m
  warm '-DHEADER="a.h"' two/m.cpp
  returns 77 m
}

test_standard_input() {
  write_header a.h 5
  write_source a.cpp '"a.h"' '<cstdint>'
  local i
  for i in 1 2 3; do
    "$kcc" -v --cache-dir="$cache" --emit=ptx - <a.cpp >"$scratch/out.ptx" 2>"$scratch/messages" || fail "status $?"
  done
  grep -q "preamble cache: used" "$scratch/messages" || fail "not used"
  "$kcc" --no-cache --emit=ptx - <a.cpp | cmp - "$scratch/out.ptx" || fail "other PTX"
}

test_dependency_file() {
  write_header inc/a.h 5
  echo '#include "b c.h"' >>inc/a.h
  echo '#if __has_include("asked.h")
#endif' >"inc/b c.h"
  touch inc/asked.h
  write_source a.cpp '"a.h"' '<cstdint>'
  for option in -MD -MMD; do
    for i in 1 2 3; do expect "*" $option -I inc a.cpp; done
    for name in a.cpp inc/a.h 'inc/b\ c.h' inc/asked.h; do contains a.d "$name"; done
  done
  expect "$used" -MD -I inc a.cpp
  contains a.d cstdint
  ! grep -q __kcc__ "$scratch/with/a.d" || fail "a file inside the tool as dependency"
  sed -n 2p "$scratch/with/a.d" | grep -q a.cpp || fail "the source is not the first dependency"
}

test_kinds_of_output() {
  cat >a.h <<'H'
struct Pair { float first; int second; };
template <class T> [[kcc::kernel]] void fill(T *to, Pair p) { *to = static_cast<T>(p.second); }
H
  printf '#include "a.h"\n#include <span>\ntemplate void fill<float>(float *, Pair);\n' >a.cpp
  warm --emit=ptx,llvm-ir,llvm-bc,manifest,header a.cpp
  for _ in 1 2 3; do expect "*" --emit=obj a.cpp; done
  warm -lineinfo --emit=ptx,llvm-ir a.cpp
  contains a.ptx a.h
  # Full debug information needs the declarations themselves.
  expect "" -g --emit=ptx,llvm-ir a.cpp
  expect "" -g --target=cpu --emit=llvm-ir a.cpp
  succeeded
}

run_tests "$@"
