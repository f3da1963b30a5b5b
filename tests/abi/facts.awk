# SPDX-License-Identifier: MIT
#
# Reads layout.tsv and functions.txt and writes, for tests/abi/compare, either what they claim or a C
# program that finds out: one line "what<TAB>value" for each fact in both cases, in the same order.
#
#   awk -v mode=claim|probe -v level=1.44|1.52 -f facts.awk layout.tsv functions.txt
#
# Level 1.44 leaves out what came later.

BEGIN {
  FS = "\t"
  OFS = "\t"
  if (mode == "probe") {
    print "#include <uv.h>"
    print "static void number(const char *what, long long n) { printf(\"%s\\t%lld\\n\", what, n); }"
    print "static void text(const char *what, const char *s) { printf(\"%s\\t%s\\n\", what, s); }"
    print "static void real(const char *what, double d) { printf(\"%s\\t%g\\n\", what, d); }"
    print "static void entry(const char *what, long long n, const char *s) {"
    print "  printf(\"%s\\t%lld %s\\n\", what, n, s);"
    print "}"
    print "#define IS(what, type, other) \\"
    print "  text(what, __builtin_types_compatible_p(type, other) ? #other : \"not \" #other)"
    print "int main(void) {"
  }
}

function number(what, value, expression) {
  if (mode == "claim") {
    print what, value
  } else {
    printf "  number(\"%s\", (long long)(%s));\n", what, expression
  }
}

# The other type goes through a macro that makes text of it, so it must contain no macro.
function same(what, type, other) {
  if (mode == "claim") {
    print what, other
  } else {
    printf "  IS(\"%s\", %s, %s);\n", what, type, other
  }
}

function field(type, name, offset, size, ctype) {
  number("offsetof " type "." name, offset, "offsetof(" type ", " name ")")
  number("sizeof " type "." name, size, "sizeof(((" type " *)0)->" name ")")
  if (ctype != "-") {
    same("typeof " type "." name, "__typeof__(((" type " *)0)->" name ")", ctype)
  }
}

# A type that begins with another has all of its fields, at the same places.
function inherited(type, base,    i) {
  if (base == "-") {
    return
  }
  if (!(base in is_struct)) {
    print "layout.tsv: " type " begins with " base ", which is not above it" > "/dev/stderr"
    failed = 1
    exit 1
  }
  inherited(type, base_of[base])
  for (i = 1; i <= count[base]; i++) {
    split(fields[base, i], f, FS)
    field(type, f[1], f[2], f[3], f[4])
  }
}

/^#/ || $1 == "kind" { next }

NF != (FILENAME ~ /functions/ ? 3 : 8) {
  print FILENAME ":" FNR ": wrong number of columns" > "/dev/stderr"
  failed = 1
  exit 1
}

$NF > level { next }

FILENAME ~ /functions/ {
  same("typeof " $1, "__typeof__(&" $1 ")", $2)
  next
}

$1 == "struct" || $1 == "union" {
  is_struct[$2] = 1
  base_of[$2] = $7
  number("sizeof " $2, $5, "sizeof(" $2 ")")
  number("alignof " $2, $6, "__alignof__(" $2 ")")
  inherited($2, $7)
  next
}

$1 == "tag" { same("typeof " $2, $2, $7); next }

$1 == "field" {
  fields[$2, ++count[$2]] = $3 FS $4 FS $5 FS $7
  field($2, $3, $4, $5, $7)
  next
}

$1 == "alias" {
  number("sizeof " $2, $5, "sizeof(" $2 ")")
  number("alignof " $2, $6, "__alignof__(" $2 ")")
  if ($7 != "-") {
    same("typeof " $2, $2, $7)
  }
  next
}

$1 == "value" { number("value " $3, $7, $3); next }

$1 == "real" || $1 == "text" {
  if (mode == "claim") {
    print "value " $3, $7
  } else {
    printf "  %s(\"value %s\", %s);\n", $1, $3, $3
  }
  next
}

# The probe walks each map once, in the map's own order, whatever this file says.
$1 == "map" {
  if (mode == "claim") {
    print $2 " " $3, $7
  } else if (!($2 in walked)) {
    walked[$2] = 1
    print "#define XX(upper, lower) entry(\"" $2 " \" #upper, UV_##upper, " \
          ($2 == "UV_ERRNO_MAP" ? "lower" : "#lower") ");"
    print "  " $2 "(XX)"
    print "#undef XX"
  }
  next
}

{
  print FILENAME ":" FNR ": unknown kind " $1 > "/dev/stderr"
  failed = 1
  exit 1
}

END {
  if (failed) {
    exit 1
  }
  if (mode == "probe") {
    print "  return 0;"
    print "}"
  }
}
