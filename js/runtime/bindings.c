/* SPDX-License-Identifier: MIT */
/* What C offers to the library, by name. A binding is made on first use. */
#include <string.h>

#include "runtime/runtime.h"

#define BINDING(name) gj_object gj_bind_##name(gj_context js);
#include "bind/bind.def"
#undef BINDING

gj_object gj_bindings_get(gj_context js, const char *name) {
  static const struct {
    const char *name;
    gj_object (*make)(gj_context js);
  } table[] = {
      {"tick", gj_tick_binding},
#define BINDING(name) {#name, gj_bind_##name},
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
