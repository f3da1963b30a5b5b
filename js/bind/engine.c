/* SPDX-License-Identifier: MIT */
/* What only the engine knows or can do, for
 * js/lib/internal/{rejections,wasm,globals,engine_parts}.js. */
#include "runtime/runtime.h"

/* isHandled(promise): 1, 0, or -1 where the engine does not tell. */
GJ_FUNCTION(is_handled) { return gj_number(js, gj_promise_handled(js, (gj_object)argv[0])); }

/* hold(1), hold(-1): whether work of the engine keeps the loop alive, counted. */
GJ_FUNCTION(hold) {
  gj_engine_work_hold(gj_to_int32(js, argv[0]));
  return gj_undefined(js);
}

/* canImport(): whether import() in scripts comes to our loader. */
GJ_FUNCTION(can_import) { return gj_bool(js, gj_host_can_import()); }

/* parts(): [name, without, isReach, isOn] of each part of engine/private.def. */
GJ_FUNCTION(parts) {
  gj_object list = gj_array(js, 0, NULL);
  for (size_t i = 0; i < gj_private_count(); i++) {
    gj_private_part part = gj_private_tell(i);
    gj_value row[] = {gj_string(js, part.name), gj_string(js, part.without),
                      gj_bool(js, part.is_reach), gj_bool(js, part.is_on)};
    gj_set_index(js, list, (unsigned)i, gj_array(js, 4, row));
  }
  return list;
}

/* since(major, minor): whether the engine that runs is of this release or a later one. */
GJ_FUNCTION(since) {
  return gj_bool(js, gj_engine_since(gj_to_uint32(js, argv[0]), gj_to_uint32(js, argv[1])));
}

/* isEdited(): whether the engine's JavaScript is in Node's order. */
GJ_FUNCTION(is_edited) { return gj_bool(js, gj_texts_edited()); }

/* hasHeap(): whether the engine has figures of its heap. To find out costs as much as they do. */
GJ_FUNCTION(has_heap) { return gj_bool(js, gj_context_has_heap()); }

gj_object gj_bind_engine(gj_context js) {
  static const gj_export exports[] = {{"isHandled", is_handled}, {"hold", hold},
                                      {"canImport", can_import}, {"parts", parts},
                                      {"since", since},          {"isEdited", is_edited},
                                      {"hasHeap", has_heap},     {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
