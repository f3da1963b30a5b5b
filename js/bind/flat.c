/* SPDX-License-Identifier: MIT */
/* binding('flat'): what js/lib/internal/clone/flat.js asks of the engine for each object and
 * string. */
#include "runtime/runtime.h"

/* sort(object): the number of its shape if it is a plain object without elements; else a number
 * below 0, the same for all of its kind. Not there: nobody knows. */
GY_FUNCTION(sort) { return gy_number(js, gy_inside_sort((gy_object)argv[0])); }
GY_DIRECT(sort)

static size_t place_of(gy_context js, gy_value value) { return (size_t)gy_to_number(js, value); }

/* copyText(text, bytes, at): where it ends; below 0: it is of units of 16 bits, and begins at the
 * next even place. The caller has made room. */
GY_FUNCTION(copy_text) {
  gy_chars chars;
  gy_bytes bytes;
  size_t at = place_of(js, argv[2]);
  gy_chars_look(js, argv[0], &chars);
  gy_bytes_look(js, argv[1], &bytes);
  bool wide = chars.narrow == NULL;
  size_t size = wide ? chars.length * sizeof(*chars.wide) : chars.length;
  at += wide ? at & 1 : 0;
  if (size != 0 && at + size <= bytes.size) {
    memcpy(bytes.data + at, wide ? (const void *)chars.wide : chars.narrow, size);
  }
  gy_chars_free(&chars);
  return gy_number(js, wide ? -(double)(at + size) : (double)(at + size));
}
GY_DIRECT(copy_text)

/* textAt(bytes, at, length) */
GY_FUNCTION(text_at) {
  gy_bytes bytes;
  gy_bytes_look(js, argv[0], &bytes);
  return gy_string_latin1(js, bytes.data + place_of(js, argv[1]), place_of(js, argv[2]));
}
GY_DIRECT(text_at)

/* wideTextAt(bytes, at, length in units) */
GY_FUNCTION(wide_text_at) {
  gy_bytes bytes;
  gy_bytes_look(js, argv[0], &bytes);
  const uint8_t *data = bytes.data + place_of(js, argv[1]);
  return gy_string_utf16(js, (const uint16_t *)(const void *)data, place_of(js, argv[2]));
}
GY_DIRECT(wide_text_at)

gy_object gy_bind_flat(gy_context js) {
  static const gy_export exports[] = {
      {"copyText", copy_text}, {"textAt", text_at}, {"wideTextAt", wide_text_at}, {NULL, NULL}};
  static const gy_direct_export direct[] = {{"copyText", copy_text_direct},
                                            {"textAt", text_at_direct},
                                            {"wideTextAt", wide_text_at_direct},
                                            {NULL, NULL}};
  static const gy_direct_export sorts[] = {{"sort", sort_direct}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_direct_set(js, binding, direct);
  if (gy_inside_has_kinds() && gy_inside_has_shapes()) {
    gy_set_function(js, binding, "sort", sort);
    gy_direct_set(js, binding, sorts);
  }
  return binding;
}
