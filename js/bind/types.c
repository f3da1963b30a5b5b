/* SPDX-License-Identifier: MIT */
/* Tells kinds of objects apart for js/lib/internal/util/types.js, and what some keep inside. */
#include "runtime/runtime.h"

/* kind(value): the engine's number for its kind of object, 0 if it is not an object. */
GJ_FUNCTION(kind) { return gj_number(js, argc == 0 ? 0 : gj_inside_kind(js, argv[0])); }
GJ_DIRECT(kind)

/* hasFields(): whether those below may be called. */
GJ_FUNCTION(has_fields) { return gj_bool(js, gj_inside_has_fields()); }

/* field(object, index): a value inside. The caller knows that objects of this kind have it. */
GJ_FUNCTION(field) {
  return gj_inside_field(js, gj_as_object(js, argv[0]), gj_to_uint32(js, argv[1]));
}

/* sameShape(object, object): whether they have the same prototype and properties of the same names,
 * elements aside. False if one of them is the only one of its shape. Missing if the engine does not
 * reveal it. */
GJ_FUNCTION(same_shape) {
  return gj_bool(js, gj_inside_same_shape(gj_as_object(js, argv[0]), gj_as_object(js, argv[1])));
}
GJ_DIRECT(same_shape)

/* promiseFlags(promise): 0 pending, 1 fulfilled, 2 rejected. */
GJ_FUNCTION(promise_flags) {
  return gj_number(js, gj_inside_promise_flags(gj_as_object(js, argv[0])));
}

/* copy(to, from, count): the first values inside, to an object of the same kind. */
GJ_FUNCTION(copy) {
  gj_inside_copy(gj_as_object(js, argv[0]), gj_as_object(js, argv[1]), gj_to_uint32(js, argv[2]));
  return gj_undefined(js);
}

/* mode(view): the engine's number of how it keeps its bytes. */
GJ_FUNCTION(mode) { return gj_number(js, gj_look_mode(js, argv[0])); }

gj_object gj_bind_types(gj_context js) {
  static const gj_export exports[] = {
      {"hasFields", has_fields},
      {"kind", kind, kind_direct},
      {"field", field},
      {"copy", copy},
      {"mode", mode},
      {"promiseFlags", promise_flags},
      {NULL, NULL},
  };
  static const gj_export shapes[] = {{"sameShape", same_shape, same_shape_direct}, {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set(js, binding, "hasKinds", gj_bool(js, gj_inside_has_kinds()));
  if (gj_inside_has_shapes()) {
    gj_set_exports(js, binding, shapes);
  }
  return binding;
}
