/* SPDX-License-Identifier: MIT */
/* Error numbers of the loop library. */
#include "runtime/runtime.h"

#define ERRNO(name, value) _Static_assert(UV_##name == (value), #name);
#include "lists.def"

/* errors(): [number, name, text] of each. */
GJ_FUNCTION(errors) {
  gj_object list = gj_array(js, 0, NULL);
  unsigned count = 0;
#define ONE(name, text)                                                                       \
  {                                                                                           \
    gj_value entry[] = {gj_number(js, UV_##name), gj_string(js, #name), gj_string(js, text)}; \
    gj_set_index(js, list, count++, gj_array(js, 3, entry));                                  \
  }
  UV_ERRNO_MAP(ONE)
#undef ONE
  return list;
}

gj_object gj_bind_uv(gj_context js) {
  static const gj_export exports[] = {{"errors", errors}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
