# SPDX-License-Identifier: MIT
# shellcheck shell=bash
#
# Sourced by compare and symbols, which must agree on what the headers declare.

# declared HEADER PREFIX: the functions with that prefix that HEADER declares, sorted. gcc lists
# every declaration it has seen, so no pattern has to understand C.
declared() {
  local dir status=0
  dir=$(mktemp -d)
  echo "#include <$1>" >"$dir/all.c"
  gcc -D_GNU_SOURCE -Iinclude -fsyntax-only -aux-info "$dir/aux" "$dir/all.c" &&
    sed -nE "s/^\/\* .* \*\/ extern .*[ *]($2[a-z0-9_]+) \(.*\$/\1/p" "$dir/aux" |
    LC_ALL=C sort -u || status=$?
  rm -rf "$dir"
  return $status
}
