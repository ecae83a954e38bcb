# What the scripts share; each includes it first.
set -euo pipefail
repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$repository"
jobs=$(nproc)

# A heading of progress: step <title>
step() {
  local minutes=$((SECONDS / 60)) seconds=$((SECONDS % 60))
  printf '\n== %02d:%02d  %s\n' "$minutes" "$seconds" "$*"
}

say() { printf '   %s\n' "$*"; }

fail() {
  printf '\nerror: %s\n' "$*" >&2
  exit 1
}

# Configures and builds a preset; its messages go to the log, and are shown when it fails:
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
  # Another name for the compiler would have it all built again, so ccache comes in only at the first time.
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
  # ninja's lines with a time stamp now and then, instead of one for each file
  NINJA_STATUS='[%f/%t] ' cmake --build "$folder" -j "$jobs" "${targets[@]}" 2>&1 |
    awk -v start="$(date +%s)" '
      BEGIN { last = start }
      /^\[[0-9]+\/[0-9]+\] / {
        "date +%s" | getline now; close("date +%s")
        if (now - last < 15) { held = $0; next }
        last = now; held = ""
      }
      { printf "   %s\n", $0; fflush() }
      END { if (held != "") printf "   %s\n", held }'
}
