# What the scripts share. Each of them begins with its usage in a comment and then sources this file.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lib=$root/scripts/lib

# Prints the comment at the head of the script.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }

# Ends the script after a wrong call.
wrong_call() {
    usage >&2
    exit 2
}

# Ends the script because something that it needs is missing.
unusable() {
    echo "${0##*/}: $*" >&2
    exit 2
}

# Checks the arguments, which come after the least and the largest number of them, and obeys --help.
arguments() {
    local least=$1 most=$2
    shift 2
    case ${1:-} in
        -h | --help) usage; exit ;;
        -*) wrong_call ;;
    esac
    [[ $# -ge $least && $# -le $most ]] || wrong_call
}

# Sets `program`, the program under test: the one that COMPONGO names, else the release build, which is made.
find_program() {
    if [[ -n ${COMPONGO:-} ]]; then
        program=$(command -v "$COMPONGO") || unusable "COMPONGO: $COMPONGO is no program"
    else
        cargo build --release --manifest-path "$root/Cargo.toml"
        program=${CARGO_TARGET_DIR:-$root/target}/release/compongo
    fi
    program=$(realpath "$program")
}

# Sets `python`, the interpreter of data/venv, which has these packages.
use_packages() {
    local venv=$root/data/venv
    python=$venv/bin/python
    if ! "$python" -c "import sys, importlib.metadata as m; [m.version(name) for name in sys.argv[1:]]" "$@" 2>/dev/null; then
        python3 -m venv "$venv"
        "$python" -m pip install --quiet "$@"
    fi
}

# Sets `browser`: the command chromium, or the one that CHROMIUM names.
find_browser() {
    browser=$(command -v "${CHROMIUM:-chromium}") || unusable "there is no chromium; install it, or name a browser in CHROMIUM"
}
