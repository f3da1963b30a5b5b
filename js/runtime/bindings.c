/* SPDX-License-Identifier: MIT */
/* What C offers to the library, by name. A binding is made when it is first asked for. */
#include <string.h>

#include "runtime/runtime.h"

#define BINDING(name) gy_object gy_bind_##name(gy_context js);
#include "bind/bind.def"
#undef BINDING

gy_object gy_bindings_get(gy_context js, const char *name) {
  static const struct {
    const char *name;
    gy_object (*make)(gy_context js);
  } table[] = {
      {"tick", gy_tick_binding},
#define BINDING(name) {#name, gy_bind_##name},
#include "bind/bind.def"
#undef BINDING
  };
  for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
    if (strcmp(table[i].name, name) == 0) {
      return table[i].make(js);
    }
  }
  return NULL;
}
