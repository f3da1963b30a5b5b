/* SPDX-License-Identifier: MIT */
/* binding('flat'): what js/lib/internal/clone/flat.js asks of the engine for each object and
 * string. */
#include "runtime/runtime.h"

/* sort(object): the number of its shape if it is a plain object without elements; otherwise a
 * number below 0, the same for all of its kind. Missing if the engine does not reveal it. */
GJ_FUNCTION(sort) { return gj_number(js, gj_inside_sort((gj_object)argv[0])); }
GJ_DIRECT(sort)

static size_t place_of(gj_context js, gj_value value) { return (size_t)gj_to_number(js, value); }

/* copyText(text, bytes, at): where it ends; below 0: it is of units of 16 bits, and begins at the
 * next even place. The caller has made room. */
GJ_FUNCTION(copy_text) {
  gj_chars chars;
  gj_bytes bytes;
  size_t at = place_of(js, argv[2]);
  gj_chars_look(js, argv[0], &chars);
  gj_bytes_look(js, argv[1], &bytes);
  bool wide = chars.narrow == NULL;
  size_t size = wide ? chars.length * sizeof(*chars.wide) : chars.length;
  at += wide ? at & 1 : 0;
  if (size != 0 && at + size <= bytes.size) {
    memcpy(bytes.data + at, wide ? (const void *)chars.wide : chars.narrow, size);
  }
  gj_chars_free(&chars);
  return gj_number(js, wide ? -(double)(at + size) : (double)(at + size));
}
GJ_DIRECT(copy_text)

/* textAt(bytes, at, length) */
GJ_FUNCTION(text_at) {
  gj_bytes bytes;
  gj_bytes_look(js, argv[0], &bytes);
  return gj_string_latin1(js, bytes.data + place_of(js, argv[1]), place_of(js, argv[2]));
}
GJ_DIRECT(text_at)

/* wideTextAt(bytes, at, length in units) */
GJ_FUNCTION(wide_text_at) {
  gj_bytes bytes;
  gj_bytes_look(js, argv[0], &bytes);
  const uint8_t *data = bytes.data + place_of(js, argv[1]);
  return gj_string_utf16(js, (const uint16_t *)(const void *)data, place_of(js, argv[2]));
}
GJ_DIRECT(wide_text_at)

gj_object gj_bind_flat(gj_context js) {
  static const gj_export exports[] = {{"copyText", copy_text, copy_text_direct},
                                      {"textAt", text_at, text_at_direct},
                                      {"wideTextAt", wide_text_at, wide_text_at_direct},
                                      {NULL, NULL}};
  static const gj_export sorts[] = {{"sort", sort, sort_direct}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  if (gj_inside_has_kinds() && gj_inside_has_shapes()) {
    gj_set_exports(js, binding, sorts);
  }
  return binding;
}
