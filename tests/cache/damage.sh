#!/usr/bin/env bash
# Whatever happens to the cache folder, compilations succeed.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

prepare() {
  write_header a.h 12
  write_source a.cpp '"a.h"' '<span>'
}

test_damaged_files() {
  prepare
  warm a.cpp
  cp -a "$cache" "$scratch/undamaged"
  local kind size
  for kind in pch files seen; do
    for damage in empty half garbage zeros middle tail gone folder; do
      local file
      file=$(echo "$cache"/*.$kind)
      [[ -f $file ]] || { fail "no $kind before '$damage'"; return; }
      size=$(stat -c %s "$file")
      case $damage in
        empty) : >"$file" ;;
        half) truncate -s $((size / 2)) "$file" ;;
        garbage) head -c $((size + 1)) /dev/urandom >"$file" ;;
        zeros) head -c "$size" /dev/zero >"$file" ;;
        middle) printf 'XXXXXXXX' | dd of="$file" bs=1 seek=$((size / 2)) conv=notrunc status=none ;;
        tail) echo more >>"$file" ;;
        gone) rm "$file" ;;
        folder) rm "$file" && mkdir "$file" ;;
      esac
      for _ in 1 2 3; do
        expect "*" a.cpp
        succeeded
        returns 12
      done
      [[ $damage == folder ]] || expect "$used" a.cpp
      rm -rf "$cache"
      cp -a "$scratch/undamaged" "$cache"
    done
  done
}

test_folder_is_a_file() {
  prepare
  touch "$cache"
  for _ in 1 2 3; do expect "*is not used*" a.cpp; done
  returns 12
  cache=$cache/below
  for _ in 1 2 3; do expect "*is not used*" a.cpp; done
  returns 12
}

test_folder_open_to_others() {
  prepare
  mkdir "$cache"
  local mode
  for mode in 770 707 777 1777; do
    chmod $mode "$cache"
    for _ in 1 2 3; do expect "*others may write*" a.cpp; done
    returns 12
    [[ -z $(ls -A "$cache") ]] || fail "written to a folder with mode $mode"
  done
  chmod 755 "$cache"
  warm a.cpp
  chmod 775 "$cache"
  expect "*others may write*" a.cpp
}

test_folder_of_somebody_else() {
  prepare
  warm a.cpp
  if [[ $(id -u) == 0 ]]; then
    chown 65534 "$cache"
    for _ in 1 2 3; do expect "*belongs to somebody else*" a.cpp; done
  else
    cache=/ expect "*belongs to somebody else*" a.cpp
  fi
  returns 12
}

test_read_only_folder() {
  prepare
  local as=()
  if [[ $(id -u) == 0 ]]; then
    chmod 755 "$scratch"
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    "${as[@]}" "$kcc" --version >"$scratch/version" 2>&1 || { skip "root, and nobody may not run kcc"; return; }
    mkdir "$cache"
    chown 65534 "$cache"
  fi
  local i
  for i in 1 2 3; do
    "${as[@]}" "$kcc" -v --cache-dir="$cache" -o - a.cpp >"$scratch/a.ptx" 2>"$scratch/did" || fail "status $?"
  done
  grep -q "preamble cache: used" "$scratch/did" || fail "not used"
  chmod 555 "$cache"
  "${as[@]}" "$kcc" -v --cache-dir="$cache" -o - a.cpp 2>"$scratch/did" | cmp - "$scratch/a.ptx" || fail "other PTX"
  grep -q "preamble cache: used" "$scratch/did" || fail "not used when it cannot be written to"
  for i in 1 2 3; do
    "${as[@]}" "$kcc" -v --cache-dir="$cache" -DX -o - a.cpp 2>"$scratch/did" | cmp - "$scratch/a.ptx" || fail "other PTX"
  done
  grep -q "preamble cache: cannot be written" "$scratch/did" || fail "$(grep cache: "$scratch/did")"
  chmod 755 "$cache"
  no_other_files
}

test_full_disk() {
  prepare
  local failures_before=$failures
  expect "$seen" a.cpp
  # 100 KB per file: enough for PTX, not for a precompiled preamble.
  local i
  for i in 1 2 3; do
    (ulimit -f 100 && expect "cannot be written" a.cpp && ((failures == failures_before))) || fail "with a limit on file sizes"
  done
  [[ $(entries) == 0 ]] || fail "an entry that is cut short"
  no_other_files
  expect "$made" a.cpp
  expect "$used" a.cpp
  # Markers too. Only as root, in a separate file system.
  mkdir "$scratch/small"
  if [[ $(id -u) != 0 ]] || ! mount -t tmpfs -o size=64k,mode=700 none "$scratch/small" 2>"$scratch/mount"; then
    skip "no small file system can be mounted"
    return
  fi
  cache=$scratch/small
  expect "$seen" a.cpp
  expect "cannot be written" a.cpp
  head -c 100000 /dev/zero >"$cache/filler" 2>"$scratch/mount"
  for i in 1 2 3; do expect "cannot be written" a.cpp; done
  rm "$cache/filler"
  no_other_files
  umount "$scratch/small"
}

test_limit() {
  prepare
  local i bytes names
  # Entries of about 2 MB, the limit is 9 MB; each is used later than the previous ones.
  for i in 1 2 3 4 5 6 7 8; do
    for _ in 1 2; do "$kcc" --cache-dir="$cache" --cache-limit=9 -DN=$i -o "$scratch/a.ptx" a.cpp || fail "status $?"; done
    bytes=$(du -sb --apparent-size "$cache" | cut -f1)
    ((bytes <= 9 << 20)) || fail "$bytes bytes after $i entries"
    # The first entry is used repeatedly and stays.
    "$kcc" -v --cache-dir="$cache" --cache-limit=9 -DN=1 -o "$scratch/a.ptx" a.cpp 2>"$scratch/did"
    grep -q "preamble cache: used" "$scratch/did" || fail "the entry used last was removed after $i"
  done
  [[ $(entries) -ge 2 && $(entries) -lt 8 ]] || fail "$(entries) entries"
  expect "$used" --cache-limit=9 -DN=8 a.cpp
  expect "$seen" --cache-limit=9 -DN=2 a.cpp
}

test_limit_below_one_entry() {
  prepare
  local i
  for i in 1 2; do expect "*" --cache-limit=1 a.cpp; done
  expect "it is too large to keep*" --cache-limit=1 a.cpp
  [[ $(entries) == 0 ]] || fail "kept more than the limit"
  expect "$made" --cache-limit=100 a.cpp
}

test_pruning_leaves_other_files_alone() {
  prepare
  mkdir -m 700 "$cache"
  head -c 30000000 /dev/zero >"$cache/mine"
  head -c 30000000 /dev/zero >"$cache/0123456789abcdef0123456789abcdef-1.pch.temp-stream-1"
  touch -d 2020-01-01 "$cache"/*
  expect "$seen" --cache-limit=9 a.cpp
  expect "$made" --cache-limit=9 a.cpp
  [[ -e $cache/mine ]] || fail "a file of the user removed"
  [[ $(find "$cache" -name '*temp-stream*') == "" ]] || fail "what a killed process left is still there"
}

run_tests "$@"
