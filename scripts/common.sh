# shellcheck shell=bash
# Common parts of the scripts; each sources this file first.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$repository"
jobs=$(nproc)

# Prints a progress heading: step <title>
step() {
  local minutes=$((SECONDS / 60)) seconds=$((SECONDS % 60))
  printf '\n== %02d:%02d  %s\n' "$minutes" "$seconds" "$*"
}

say() { printf '   %s\n' "$*"; }

fail() {
  printf '\nerror: %s\n' "$*" >&2
  exit 1
}

# Configures and builds a preset; its output goes to the log, which is shown if it fails:
# build <preset> <folder> [<cmake option or target=name>...]
build() {
  local preset=$1 folder=$2 options=() targets=() log
  shift 2
  for argument in "$@"; do
    case $argument in
    target=*) targets+=(--target "${argument#target=}") ;;
    *) options+=("$argument") ;;
    esac
  done
  # Changing the compiler's name would rebuild everything, so ccache is only used from a fresh configuration
  # on.
  if [ ! -f "$folder/CMakeCache.txt" ] && command -v ccache > /dev/null; then
    options+=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  fi
  mkdir -p "$folder"
  log=$folder/configure.log
  if ! cmake --preset "$preset" "${options[@]}" > "$log" 2>&1; then
    cat "$log"
    return 1
  fi
  say "configured (log: $log)"
  NINJA_STATUS='[%f/%t] ' cmake --build "$folder" -j "$jobs" "${targets[@]}" 2>&1 | now_and_then
}

# Shows ninja's progress lines every 15 seconds and the last one; all other lines immediately.
now_and_then() {
  local line last=-15 held=
  while IFS= read -r line; do
    if [[ $line =~ ^\[[0-9]+/[0-9]+\]\  ]]; then
      held=$line
      ((SECONDS - last >= 15)) || continue
      last=$SECONDS
      held=
    fi
    printf '   %s\n' "$line"
  done
  [ -z "$held" ] || printf '   %s\n' "$held"
}
