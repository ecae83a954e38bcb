# Common parts of the preamble cache tests. Each script sources this file and runs in a separate scratch
# folder.
#
# A test is a function test_…, in a fresh folder with a fresh cache. Each compilation that expect() runs is
# repeated without the cache, and exit status, messages, outputs and dependency files of both must be equal to
# the last byte.
#
# Environment: KCC, the compiler; by default that of the folder build. Arguments: the tests to run, by default all.
set -u
kcc=$(realpath "${KCC:-$(dirname "${BASH_SOURCE[0]}")/../../build/compiler/kcc}")
[[ -x $kcc ]] || { echo "no compiler at $kcc; set KCC" >&2; exit 2; }
unset KCC_CACHE_DIR KCC_CACHE_LIMIT CPATH CPLUS_INCLUDE_PATH
export LC_ALL=C
failures=0 skips=0

fail() {
  echo "FAILED: ${FUNCNAME[-3]:-}: $*"
  failures=$((failures + 1))
}

skip() {
  echo "skipped: $*"
  skips=$((skips + 1))
}

# compile WHERE OPTIONS...: runs kcc in the current folder; outputs, exit status and messages go to the folder
# WHERE.
compile() {
  local where=$1
  shift
  rm -rf "$where"
  mkdir -p "$where"
  "$kcc" -v "$@" >"$where/stdout" 2>"$where/all-messages" </dev/null
  echo $? >"$where/status"
  grep '^kcc: preamble cache: ' "$where/all-messages" | sed 's/kcc: preamble cache: //' >"$where.did"
  # Without Clang's output for -v.
  grep -vE '^kcc: preamble cache: |^clang -cc1 |^ignoring nonexistent|^#include [<"]|^ /|^End of search|generated\.$' \
    "$where/all-messages" >"$where/messages"
  rm "$where/all-messages"
}

# expect WHAT OPTIONS...: the cache reports WHAT (a pattern), and the result is the same without it.
expect() {
  local what=$1
  shift
  # Headers written within the last clock tick are not precompiled.
  [[ $what != "$made" ]] || sleep 0.1
  local target=() # the same in both dependency files
  [[ " $* " != *" -M"* ]] || target=(--MT=target)
  compile "$scratch/with" --cache-dir="$cache" -o "$scratch/with/" "${target[@]}" "$@"
  compile "$scratch/without" --no-cache -o "$scratch/without/" "${target[@]}" "$@"
  # shellcheck disable=SC2053
  [[ $(cat "$scratch/with.did") == $what ]] ||
    fail "line ${BASH_LINENO[0]}: kcc $*: the cache said '$(cat "$scratch/with.did")', expected '$what'"
  diff -r "$scratch/with" "$scratch/without" >"$scratch/diff" ||
    { fail "line ${BASH_LINENO[0]}: kcc $*: not as without the cache"; head -c 3000 "$scratch/diff"; }
}

seen='first seen*' made='made *' used='used *' changed=$'a header changed\nfirst seen*' each='parsed each time, because *'

# Prepares the cache such that the next compilation with the same options uses it.
warm() {
  expect "$seen" "$@"
  expect "$made" "$@"
  expect "$used" "$@"
}

succeeded() { [[ $(cat "$scratch/with/status") == 0 ]] || { fail "kcc failed"; cat "$scratch/with/messages"; }; }
failed() { [[ $(cat "$scratch/with/status") == 1 ]] || fail "status $(cat "$scratch/with/status"), expected 1"; }
says() { grep -qF -- "$1" "$scratch/with/messages" || { fail "no message '$1'"; cat "$scratch/with/messages"; }; }
contains() { grep -qF -- "$2" "$scratch/with/$1" || fail "no '$2' in $1"; }
entries() { find "$cache" -name '*.pch' | wc -l; }
no_other_files() {
  local others
  others=$(find "$cache" -mindepth 1 | grep -vE '/[0-9a-f]{32}(\.seen|\.files|-[0-9A-F]+-[0-9A-F]+\.pch)$')
  [[ -z $others ]] || fail "left in the cache: $others"
}

# Writes a kernel that calls value(), which a header defines.
write_source() { # FILE INCLUDE...
  local file=$1 include
  shift
  mkdir -p "$(dirname "$file")"
  {
    for include in "$@"; do echo "#include $include"; done
    echo '[[kcc::kernel]] void k(int *out) { *out = value(); }'
  } >"$file"
}
write_header() { # FILE NUMBER
  mkdir -p "$(dirname "$1")"
  echo "inline int value() { return $2; }" >"$1"
}
returns() { contains "${2:-a}.ptx" ", $1;"; } # the kernel of write_source stores this number

run_tests() {
  local tests=("$@") test
  [[ ${#tests[@]} != 0 ]] || mapfile -t tests < <(declare -F | awk '$3 ~ /^test_/ { print $3 }')
  for test in "${tests[@]}"; do
    scratch=$(mktemp -d "${TMPDIR:-/tmp}/kcc-cache.XXXXXX") || exit 2
    cache=$scratch/cache
    mkdir "$scratch/src"
    cd "$scratch/src" || exit 2
    $test
    cd / && chmod -R u+rwX "$scratch" && rm -rf "$scratch"
  done
  echo "${#tests[@]} tests, $failures failures, $skips skipped"
  ((failures == 0))
}
