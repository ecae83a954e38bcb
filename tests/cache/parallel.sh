#!/usr/bin/env bash
# Many processes that use the same cache.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# together N OPTIONS...: N processes at the same time; each must succeed without output.
together() {
  local count=$1 i
  shift
  local processes=()
  for ((i = 0; i < count; ++i)); do
    "$kcc" --cache-dir="$cache" -o "$scratch/$i.ptx" "$@" >"$scratch/$i.messages" 2>&1 &
    processes+=($!)
  done
  for ((i = 0; i < count; ++i)); do
    wait "${processes[i]}" || { fail "process $i: status $?"; head -c 1000 "$scratch/$i.messages"; }
    [[ ! -s $scratch/$i.messages ]] || { fail "process $i has messages"; head -c 1000 "$scratch/$i.messages"; }
  done
}

test_sixteen_at_once() {
  write_header a.h 12
  write_source a.cpp '"a.h"' '<span>'
  "$kcc" --no-cache -o "$scratch/expected.ptx" a.cpp
  local round i
  for round in 1 2 3; do
    together 16 a.cpp
    for ((i = 0; i < 16; ++i)); do cmp "$scratch/expected.ptx" "$scratch/$i.ptx" || fail "round $round, process $i"; done
  done
  [[ $(entries) == 1 ]] || fail "$(entries) entries of one preamble"
  no_other_files
  expect "$used" a.cpp
}

test_header_changes_meanwhile() {
  write_header a.h 1000
  write_source a.cpp '"a.h"' '<cstdint>'
  # Replaced as a whole, as careful generators do. Always the same size: Clang first asks for the size and
  # then reads, and a file cut to another one's length is not valid C++, with or without the cache.
  (
    for ((n = 0; ; n += 7)); do
      write_header next.h $((1000 + n % 9000))
      mv next.h a.h
      sleep 0.01
    done
  ) &
  local writer=$! round i values=()
  for round in 1 2 3 4 5; do
    together 8 a.cpp
    for ((i = 0; i < 8; ++i)); do
      grep -qE 'st.global.b32[[:space:]]+\[%rd[0-9]+\], [0-9]{4};' "$scratch/$i.ptx" || fail "no value in the PTX"
    done
  done
  kill $writer
  wait $writer 2>/dev/null
  # Nothing is left over from then.
  write_header a.h 77
  for _ in 1 2 3 4; do
    expect "*" a.cpp
    returns 77
  done
  expect "$used" a.cpp
  no_other_files
}

test_pruned_meanwhile() {
  write_header a.h 12
  write_source a.cpp '"a.h"' '<span>'
  "$kcc" --no-cache -o "$scratch/expected.ptx" a.cpp
  (while :; do rm -f "$cache"/*.pch; sleep 0.01; rm -f "$cache"/*; sleep 0.02; done) 2>/dev/null &
  local remover=$! i
  for _ in 1 2 3 4; do
    together 8 a.cpp
    for ((i = 0; i < 8; ++i)); do cmp "$scratch/expected.ptx" "$scratch/$i.ptx" || fail "process $i"; done
  done
  kill $remover
  wait $remover 2>/dev/null
}

test_killed_while_making() {
  write_header a.h 12
  write_source a.cpp '"a.h"' '<algorithm>' '<ranges>'
  expect "$seen" a.cpp
  local delay
  for delay in 0.02 0.05 0.1 0.2 0.3 0.5; do
    "$kcc" --cache-dir="$cache" -o "$scratch/a.ptx" a.cpp 2>/dev/null &
    sleep $delay
    kill -KILL $! 2>/dev/null
    wait $! 2>/dev/null
  done
  expect "*" a.cpp
  expect "$used" a.cpp
  returns 12
}

run_tests "$@"
