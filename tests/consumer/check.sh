#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# check.sh CMAKE SOURCE BUILD [OPTION...]: installs the library of the build folder BUILD to a temporary one, builds copies of this
# project and of the README's example against it, and looks at what they print and load. OPTIONs configure both.
set -euo pipefail

cmake=$1 source=$2 build=$3
options=("${@:4}")
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
prefix=$work/prefix

fail() {
    printf 'check.sh: %s\n' "$*" >&2
    exit 1
}

# build_project FOLDER
build_project() {
    "$cmake" -S "$1" -B "$1/build" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -Dbatchscope_ROOT="$prefix" "${options[@]}"
    "$cmake" --build "$1/build" --parallel 1
    if grep -nF -e "$source" -e "$build" "$1/build/compile_commands.json"; then
        fail "compiled with a path of the source tree or of its build folder"
    fi
}

# expect LINE TEXT: the text has exactly this line.
expect() {
    grep -qxF -- "$1" <<<"$2" || fail "no line '$1'"
}

# readme_block LANGUAGE: the README's one block of that language.
readme_block() {
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/ { /^\`\`\`/! p }" "$source/README.md"
}

"$cmake" --install "$build" --component library --prefix "$prefix"
if grep -rnF --include='*.cmake' --include='*.h' -e "$source" -e "$build" "$prefix"; then
    fail "an installed file names the source tree or its build folder"
fi
if grep -rnE --exclude='*_torch.h' '^ *# *include *[<"](torch|ATen|c10|caffe2|Q[A-Z]|core|views|app|tests)' "$prefix/include"; then
    fail "an installed header includes what is not installed"
fi

mkdir "$work/consumer" "$work/readme"
cp "$source"/tests/consumer/{CMakeLists.txt,*.cpp,*.h} "$work/consumer"
build_project "$work/consumer"

libraries=$(ldd "$work/consumer/build/consumer_graph")
if grep -E 'libtorch|libc10|libQt|libdnnl|libsleef' <<<"$libraries"; then
    fail "batchscope::graph loads more than it may"
fi
output=$("$work/consumer/build/consumer_graph")
printf '%s\n' "$output"
expect "24 calls" "$output"
expect "depth: 5 batches" "$output"
expect "agenda: 4 batches" "$output"
expect "lower bound: 4 batches" "$output"
grep -q "^a program of [1-9][0-9]* bytes$" <<<"$output" || fail "no program was written"

output=$("$work/consumer/build/consumer") || fail "a run differs from the regular one on LibTorch: $output"
printf '%s\n' "$output"
expect "regular on LibTorch: 24 batches" "$output"
expect "folded on LibTorch: 4 batches, equal" "$output"
expect "regular on the engine: 24 batches, equal" "$output"
expect "folded on the engine: 4 batches, equal" "$output"

output=$("$work/consumer/build/consumer_call") || fail "a function of tensors fails: $output"
printf '%s\n' "$output"
expect "a function of tensors: 2 batches instead of 12, equal" "$output"

readme_block cmake >"$work/readme/CMakeLists.txt"
readme_block cpp >"$work/readme/main.cpp"
build_project "$work/readme"
output=$("$work/readme/build/example") || fail "the README's example fails: $output"
printf '%s\n' "$output"
