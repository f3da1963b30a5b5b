/* SPDX-License-Identifier: MIT */
/* Tells kinds of objects apart for js/lib/internal/util/types.js, and what some keep inside. */
#include "runtime/runtime.h"

/* kind(value): the engine's number of what sort of object it is, 0 if it is none. */
GY_FUNCTION(kind) { return gy_number(js, argc == 0 ? 0 : gy_inside_kind(js, argv[0])); }
GY_DIRECT(kind)

/* hasFields(): whether those below may be called. */
GY_FUNCTION(has_fields) { return gy_bool(js, gy_inside_has_fields()); }

/* field(object, index): a value inside. The caller knows that objects of this kind have it. */
GY_FUNCTION(field) {
  return gy_inside_field(js, gy_as_object(js, argv[0]), gy_to_uint32(js, argv[1]));
}

/* sameShape(object, object): whether they have the same prototype and properties of the same names,
 * elements aside. False if one of them is the only one of its shape. Not there: nobody knows. */
GY_FUNCTION(same_shape) {
  return gy_bool(js, gy_inside_same_shape(gy_as_object(js, argv[0]), gy_as_object(js, argv[1])));
}
GY_DIRECT(same_shape)

/* promiseFlags(promise): 0 pending, 1 fulfilled, 2 rejected. */
GY_FUNCTION(promise_flags) {
  return gy_number(js, gy_inside_promise_flags(gy_as_object(js, argv[0])));
}

/* copy(to, from, count): the first values inside, to an object of the same kind. */
GY_FUNCTION(copy) {
  gy_inside_copy(gy_as_object(js, argv[0]), gy_as_object(js, argv[1]), gy_to_uint32(js, argv[2]));
  return gy_undefined(js);
}

/* mode(view): the engine's number of how it keeps its bytes. */
GY_FUNCTION(mode) { return gy_number(js, gy_look_mode(js, argv[0])); }

gy_object gy_bind_types(gy_context js) {
  static const gy_export exports[] = {
      {"hasFields", has_fields},
      {"kind", kind},
      {"field", field},
      {"copy", copy},
      {"mode", mode},
      {"promiseFlags", promise_flags},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  static const gy_direct_export direct[] = {{"kind", kind_direct}, {NULL, NULL}};
  static const gy_direct_export shapes[] = {{"sameShape", same_shape_direct}, {NULL, NULL}};
  gy_direct_set(js, binding, direct);
  gy_set(js, binding, "hasKinds", gy_bool(js, gy_inside_has_kinds()));
  if (gy_inside_has_shapes()) {
    gy_set_function(js, binding, "sameShape", same_shape);
    gy_direct_set(js, binding, shapes);
  }
  return binding;
}
