/* SPDX-License-Identifier: MIT */
/* Error numbers of the loop library. */
#include "runtime/runtime.h"

#define ERRNO(name, value) _Static_assert(UV_##name == (value), #name);
#include "lists.def"

/* errors(): [number, name, text] of each. */
GY_FUNCTION(errors) {
  gy_object list = gy_array(js, 0, NULL);
  unsigned count = 0;
#define ONE(name, text)                                                                       \
  {                                                                                           \
    gy_value entry[] = {gy_number(js, UV_##name), gy_string(js, #name), gy_string(js, text)}; \
    gy_set_index(js, list, count++, gy_array(js, 3, entry));                                  \
  }
  UV_ERRNO_MAP(ONE)
#undef ONE
  return list;
}

gy_object gy_bind_uv(gy_context js) {
  static const gy_export exports[] = {{"errors", errors}, {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
