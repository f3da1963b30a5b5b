/* SPDX-License-Identifier: MIT */
/* What only the engine knows or does, for
 * js/lib/internal/{rejections,wasm,globals,engine_parts}.js.
 */
#include "runtime/runtime.h"

/* isHandled(promise): 1, 0, or -1 where the engine does not tell. */
GY_FUNCTION(is_handled) { return gy_number(js, gy_promise_handled(js, (gy_object)argv[0])); }

/* hold(1), hold(-1): whether work of the engine keeps the loop alive, counted. */
GY_FUNCTION(hold) {
  gy_engine_work_hold(gy_to_int32(js, argv[0]));
  return gy_undefined(js);
}

/* canImport(): whether import() in scripts comes to our loader. */
GY_FUNCTION(can_import) { return gy_bool(js, gy_host_can_import()); }

/* parts(): [name, without, isReach, isOn] of each part of engine/private.def. */
GY_FUNCTION(parts) {
  gy_object list = gy_array(js, 0, NULL);
  for (size_t i = 0; i < gy_private_count(); i++) {
    gy_private_part part = gy_private_tell(i);
    gy_value row[] = {gy_string(js, part.name), gy_string(js, part.without),
                      gy_bool(js, part.is_reach), gy_bool(js, part.is_on)};
    gy_set_index(js, list, (unsigned)i, gy_array(js, 4, row));
  }
  return list;
}

/* since(major, minor): whether the engine that runs is of this release or a later one. */
GY_FUNCTION(since) {
  return gy_bool(js, gy_engine_since(gy_to_uint32(js, argv[0]), gy_to_uint32(js, argv[1])));
}

/* isEdited(): whether the engine's JavaScript is in Node's order. */
GY_FUNCTION(is_edited) { return gy_bool(js, gy_texts_edited()); }

/* hasHeap(): whether the engine has figures of its heap. To find out costs as much as they do. */
GY_FUNCTION(has_heap) { return gy_bool(js, gy_context_has_heap()); }

gy_object gy_bind_engine(gy_context js) {
  static const gy_export exports[] = {{"isHandled", is_handled}, {"hold", hold},
                                      {"canImport", can_import}, {"parts", parts},
                                      {"since", since},          {"isEdited", is_edited},
                                      {"hasHeap", has_heap},     {NULL, NULL}};
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
