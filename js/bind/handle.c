/* SPDX-License-Identifier: MIT */
/* The life of handles in JavaScript: see handle.h. */
#include "bind/handle.h"

#include <stdlib.h>

#include "engine/memory.h"

enum { EVERY = ~0u };

typedef struct {
  GJ_BOUND_MEMBERS;
} gj_handle;

static gj_class bound_class(void) {
  static gj_class place;
  return gj_class_made(&place, "Handle", free); /* it is closed by then: an open one is pinned */
}

void *gj_handle_new(gj_context js, size_t size, gj_value *native) {
  gj_handle *bound = gj_memory_new(size, "a handle");
  bound->runtime = gj_runtime_self();
  *native = gj_class_object(js, bound_class(), bound);
  bound->native = gj_pin_new(js, *native);
  return bound;
}

static void let_go(gj_handle *bound) {
  bound->closed = true;
  if (bound->release != NULL) {
    bound->release(bound);
  }
  gj_pin_free(&bound->owner);
  gj_pin_free(&bound->native); /* frees it, sooner or later */
}

void gj_handle_discard(void *bound) { let_go(bound); }

void *gj_handle_of(gj_context js, gj_value native, unsigned kinds) {
  if (!gj_class_is(js, native, bound_class())) {
    return NULL;
  }
  gj_handle *bound = gj_class_memory((gj_object)native);
  bool open = !bound->closed && (kinds >> bound->handle.type & 1) != 0;
  return open && !uv_is_closing(&bound->handle) ? bound : NULL;
}

void gj_handle_closed(uv_handle_t *handle) {
  gj_handle *bound = (gj_handle *)handle;
  bound->closed = true;
  if (bound->closing.value != NULL) {
    gj_enter(bound->runtime, gj_pin_object(&bound->closing), 0, NULL);
    gj_pin_free(&bound->closing);
  }
  let_go(bound);
}

void gj_handle_close(void *bound) { uv_close(&((gj_handle *)bound)->handle, gj_handle_closed); }

GJ_FUNCTION(close_handle) {
  gj_handle *bound = gj_handle_of(js, argv[0], EVERY);
  if (bound == NULL) {
    return gj_bool(js, false);
  }
  if (argc > 1 && gj_is_function(js, argv[1])) {
    bound->closing = gj_pin_new(js, argv[1]);
  }
  gj_handle_close(bound);
  return gj_bool(js, true);
}

GJ_FUNCTION(ref) {
  gj_handle *bound = gj_handle_of(js, argv[0], EVERY);
  if (bound != NULL) {
    uv_ref(&bound->handle);
  }
  return gj_undefined(js);
}

GJ_FUNCTION(unref) {
  gj_handle *bound = gj_handle_of(js, argv[0], EVERY);
  if (bound != NULL) {
    uv_unref(&bound->handle);
  }
  return gj_undefined(js);
}

GJ_FUNCTION(has_ref) {
  gj_handle *bound = gj_handle_of(js, argv[0], EVERY);
  return gj_bool(js, bound != NULL && uv_has_ref(&bound->handle));
}

GJ_FUNCTION(descriptor) {
  gj_handle *bound = gj_handle_of(js, argv[0], EVERY);
  uv_os_fd_t fd;
  bool has = bound != NULL && uv_fileno(&bound->handle, &fd) == 0;
  return gj_number(js, has ? fd : -1);
}

const gj_export gj_handle_exports[] = {
    {"close", close_handle}, {"fd", descriptor}, {"hasRef", has_ref}, {"ref", ref},
    {"unref", unref},        {NULL, NULL},
};
