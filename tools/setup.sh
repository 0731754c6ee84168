#!/bin/sh
# Sets up what the Makefile works with. It runs on machines that lack everything, so it needs only a POSIX shell.
#
#   setup.sh venv                 check what building needs, then make .venv with the build tools
#   setup.sh tests                check what the tests need as well, of which some may be absent
#   setup.sh pip ARGUMENT…        pip install in .venv
#   setup.sh npm FOLDER LOSS PACKAGE…  npm install in a folder of its own, since npm removes what it was not asked for;
#                                 where that cannot be done, LOSS says what is left out
#
# As root with apt-get, what is missing is installed. Otherwise one line names all of it and the command that helps.
set -u
VENV=.venv

# Megabytes: what .venv and build take with Python 3.11 and g++ 12, and a third more.
SPACE_TO_PLAY=500 SPACE_TO_TEST=1600

# Where servers are that are not on the PATH of every user.
: "${SERVERS=/usr/sbin /usr/local/sbin /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql@*/bin /usr/local/opt/postgresql@*/bin}"

PYTHON_PROBE='
import os, sys, sysconfig
if sys.version_info < (3, 11):
    print("python")
else:
    try:
        import ensurepip, venv
    except ImportError:
        print("venv")
    if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        print("headers")
'
COMPILER_PROBE='
#include <algorithm>
#include <bit>
#include <compare>
#include <concepts>
#include <span>
#include <vector>
struct Cell { int row; auto operator<=>(const Cell&) const = default; };
int count(std::span<const unsigned> words) {
    if constexpr (requires { words.size(); }) return std::popcount(words[0]);
}
int main() {
    std::vector<unsigned> words{2, 1};
    std::ranges::sort(words);
    return std::ranges::unique(words).empty() ? count(words) - 1 : 1;
}
'

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }
has() { command -v "$1" >/dev/null 2>&1; }
has_server() {
    has "$1" && return 0
    for folder in $SERVERS; do [ -x "$folder/$1" ] && return 0; done
    return 1
}
is_root() { [ "$(id -u)" = 0 ]; }
join() { paste -s -d '|' - | sed 's/|\([^|]*\)$/ and \1/; s/|/, /g'; }  # lines as: a, b and c

# ---- What is missing -------------------------------------------------------------------------------------------------

find_python() {  # the first that is new enough, and what it lacks
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        lacks=$("$python" -c "$PYTHON_PROBE" 2>/dev/null) || continue
        [ "$lacks" = python ] || return 0
    done
    python=${PYTHON:-python3} lacks=python
    [ -n "${PYTHON:-}" ] || lacks='python venv headers'
}

find_compiler() {  # the one that CMake takes; empty if there is none
    compiler=${CXX:-}
    [ -z "$compiler" ] || return 0
    for compiler in c++ g++ clang++; do has $compiler && return 0; done
    compiler=
}

can_compile() {
    [ -n "$compiler" ] || return 1
    program=$(mktemp) || return 0
    printf '%s' "$COMPILER_PROBE" | $compiler -std=c++20 -x c++ - -o "$program" >/dev/null 2>&1
    compiled=$?
    rm -f "$program"
    return $compiled
}

find_missing() {  # missing: for building; absent: for all of the tests
    missing='' absent=''
    if [ ! -e $VENV/.build-tools ]; then
        find_python
        find_compiler
        missing=$lacks
        can_compile || missing="$missing compiler"
        find_series
    fi
    [ -n "$for_tests" ] || return 0
    has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome || absent=chromium
    has npm || absent="$absent npm"
    has_server postgres || absent="$absent PostgreSQL"
    has_server nginx || absent="$absent nginx"
}

describe() {
    for what in "$@"; do
        case $what in
        python) echo "Python 3.11 or newer$(describe_python)" ;;
        venv) echo "Python's venv module" ;;
        headers) echo "Python's headers" ;;
        compiler) echo "a C++20 compiler${compiler:+ ($compiler cannot compile C++20; name another: make CXX=…)}" ;;
        *) echo "$what" ;;
        esac
    done | join
}

describe_python() {
    if has "$python"; then
        echo " ($python is $("$python" -V 2>&1); name another: make PYTHON=…)"
    elif [ -n "${PYTHON:-}" ]; then
        echo " (there is no $PYTHON; name another: make PYTHON=…)"
    fi
}

# ---- What helps ------------------------------------------------------------------------------------------------------

find_manager() {
    for manager in apt-get dnf pacman brew; do has $manager && return 0; done
    manager=
}

apt_offers() { [ -n "$(apt-cache madison "$1" 2>/dev/null)" ]; }  # by its exact name

find_series() {  # what the packages of this Python are called, or of one that is new enough; empty if none is known
    series=python3
    case $missing:${python##*/} in
    python*) ;;
    *:python3.*) series=${python##*/} && return 0 ;;
    *) return 0 ;;
    esac
    if [ -z "${PYTHON:-}" ]; then
        has python3 || return 0
        [ "$manager" = apt-get ] && for series in python3.14 python3.13 python3.12 python3.11; do
            apt_offers $series && return 0
        done
    fi
    series=
}

name_packages() {
    for what in "$@"; do
        case $what in
        python) pick "$series" "$series" "${series:+python}" "${series:+python}" ;;
        venv) pick "${series:+$series-venv}" '' '' '' ;;
        headers) pick "${series:+$series-dev}" "${series:+$series-devel}" '' '' ;;
        compiler) [ -n "$compiler" ] || pick g++ 'gcc-c++ libasan libubsan' gcc llvm ;;
        chromium) pick chromium chromium chromium chromium ;;
        npm) pick 'nodejs npm' npm npm node ;;
        PostgreSQL) pick postgresql postgresql-server postgresql postgresql ;;
        nginx) pick nginx nginx nginx nginx ;;
        esac
    done
}

pick() {
    case $manager in apt-get) echo $1 ;; dnf) echo $2 ;; pacman) echo $3 ;; brew) echo $4 ;; esac
}

name_command() {  # "; run: …", or nothing where no package helps
    packages=$(name_packages "$@")
    [ "$manager" != apt-get ] || apt_offers chromium || packages=$(echo "$packages" | grep -vx chromium)  # a snap on Ubuntu
    packages=$(echo $packages)
    [ -n "$packages" ] || return 0
    is_root && sudo='' || sudo='sudo '
    case $manager in
    apt-get) echo "; run: ${sudo}apt install $packages" ;;
    dnf) echo "; run: ${sudo}dnf install $packages" ;;
    pacman) echo "; run: ${sudo}pacman -S --needed $packages" ;;
    brew) echo "; run: brew install $packages" ;;
    esac
}

apt_install() {
    [ $# -gt 0 ] || return 0
    say "Installing $(printf '%s\n' "$@" | join) …"
    export DEBIAN_FRONTEND=noninteractive
    set -- apt-get install -y -qq "$@"
    "$@" >/dev/null 2>&1 && return 0
    apt-get update -qq >/dev/null 2>&1
    output=$("$@" 2>&1) || say "$(printf '%s\n' "$output" | grep '^E: ' | head -n 1)"
}

stop_service() {  # the tests start servers of their own; the package's would also run, now and after every boot
    [ ! -d /run/systemd/system ] || systemctl disable --now --quiet "$1" >/dev/null 2>&1
}

# ---- Checking --------------------------------------------------------------------------------------------------------

check() {
    find_manager
    find_missing
    if [ -n "$missing$absent" ] && is_root && [ "$manager" = apt-get ]; then
        [ -z "$missing" ] || install_missing
        case $missing in python*) install_missing ;; esac  # the system's default was too old
        for what in $absent; do
            apt_install $(name_packages "$what")
            case $what in PostgreSQL) stop_service postgresql ;; nginx) stop_service nginx ;; esac
        done
        find_missing
    fi
    if [ -n "$missing" ]; then
        fail "lianliankan needs $(describe $missing)${absent:+, and for its tests $(describe $absent)}$(name_command $missing $absent)"
    fi
    [ -z "$for_tests" ] || install_quicker_browser
    [ -z "$absent" ] || say "*** tests that need $(describe $absent) are skipped$(name_command $absent) ***"
    [ -e $VENV/.build-tools ] || check_space
}

install_missing() {
    apt_install $(name_packages $missing)
    find_missing
}

install_quicker_browser() {  # without windows: a fifth less work for the browser tests
    is_root && [ "$manager" = apt-get ] || return 0
    has chromium-headless-shell || ! apt_offers chromium-headless-shell || apt_install chromium-headless-shell
}

check_space() {
    needed=$SPACE_TO_PLAY
    [ -z "$for_tests" ] || needed=$SPACE_TO_TEST
    kilobytes=$(df -Pk . | { read -r _; read -r _ _ _ free _; echo "$free"; })
    [ "$kilobytes" -ge $((needed * 1024)) ] ||
        fail "lianliankan needs $needed MB for .venv and build; there are $((kilobytes / 1024)) MB free in $PWD"
}

# ---- Setting up ------------------------------------------------------------------------------------------------------

make_venv() {
    $VENV/bin/python -m pip --version >/dev/null 2>&1 && return 0
    rm -rf $VENV
    find_python
    output=$("$python" -m venv $VENV 2>&1) || { rm -rf $VENV; explain; }
}

pip_install() {
    find_compiler
    [ -z "$compiler" ] || export CXX="$compiler"
    output=$($VENV/bin/python -m pip --disable-pip-version-check --quiet install "$@" 2>&1) || explain
}

explain() {  # one line for what a user can mend
    case $output in
    *'No space left on device'*) fail "the disk is full; make room in $PWD and in ${TMPDIR:-/tmp}" ;;
    *'connection broken by'* | *'Max retries exceeded'* | *'Could not fetch URL'*)
        fail "pip cannot reach its package index; check the network, or set PIP_INDEX_URL to an index that it can reach" ;;
    *) fail "$output" ;;
    esac
}

npm_install() {
    folder=$1 loss=$2
    shift 2
    [ ! -d "$folder" ] || return 0
    has npm || { say "*** $loss: there is no npm ***"; return 0; }
    echo "Installing $* …"
    rm -rf "$folder.new"
    mkdir -p "$folder.new"
    set -- --loglevel=error --no-save --no-package-lock --no-audit --no-fund --prefix "$folder.new" "$@"
    if output=$(npm install "$@" 2>&1); then
        mv "$folder.new" "$folder"
    else
        say "*** $loss: npm says: $(printf '%s' "$output" | head -n 1) ***"
    fi
}

for_tests=
action=${1:-}
[ $# -eq 0 ] || shift
case $action in
venv)
    check
    make_venv
    echo "Installing the build tools …"
    pip_install 'pip>=25.1'
    pip_install --group build
    ;;
tests)
    for_tests=yes
    check
    ;;
pip) pip_install "$@" ;;
npm) npm_install "$@" ;;
*) sed -n '4,8s/^# *//p' "$0" >&2 && exit 2 ;;
esac
