/* SPDX-License-Identifier: MIT */
/* The life of handles that JavaScript has: see handle.h. */
#include "bind/handle.h"

#include <stdlib.h>

#include "engine/memory.h"

enum { EVERY = ~0u };

typedef struct {
  GY_BOUND_MEMBERS;
} gy_bound;

static gy_class bound_class(void) {
  static gy_class place;
  return gy_class_made(&place, "Handle", free); /* it is closed by then: an open one is pinned */
}

void *gy_bound_new(gy_context js, size_t size, gy_value *native) {
  gy_bound *bound = gy_memory_new(size, "a handle");
  bound->runtime = gy_runtime_self();
  *native = gy_class_object(js, bound_class(), bound);
  bound->native = gy_pin_new(js, *native);
  return bound;
}

static void let_go(gy_bound *bound) {
  bound->closed = true;
  if (bound->release != NULL) {
    bound->release(bound);
  }
  gy_pin_free(&bound->owner);
  gy_pin_free(&bound->native); /* frees it, sooner or later */
}

void gy_bound_discard(void *bound) { let_go(bound); }

void *gy_bound_of(gy_context js, gy_value native, unsigned kinds) {
  if (!gy_class_is(js, native, bound_class())) {
    return NULL;
  }
  gy_bound *bound = gy_class_memory((gy_object)native);
  bool open = !bound->closed && (kinds >> bound->handle.type & 1) != 0;
  return open && !uv_is_closing(&bound->handle) ? bound : NULL;
}

void gy_bound_closed(uv_handle_t *handle) {
  gy_bound *bound = (gy_bound *)handle;
  bound->closed = true;
  if (bound->closing.value != NULL) {
    gy_enter(bound->runtime, gy_pin_object(&bound->closing), 0, NULL);
    gy_pin_free(&bound->closing);
  }
  let_go(bound);
}

void gy_bound_close(void *bound) { uv_close(&((gy_bound *)bound)->handle, gy_bound_closed); }

GY_FUNCTION(close_handle) {
  gy_bound *bound = gy_bound_of(js, argv[0], EVERY);
  if (bound == NULL) {
    return gy_bool(js, false);
  }
  if (argc > 1 && gy_is_function(js, argv[1])) {
    bound->closing = gy_pin_new(js, argv[1]);
  }
  gy_bound_close(bound);
  return gy_bool(js, true);
}

GY_FUNCTION(ref) {
  gy_bound *bound = gy_bound_of(js, argv[0], EVERY);
  if (bound != NULL) {
    uv_ref(&bound->handle);
  }
  return gy_undefined(js);
}

GY_FUNCTION(unref) {
  gy_bound *bound = gy_bound_of(js, argv[0], EVERY);
  if (bound != NULL) {
    uv_unref(&bound->handle);
  }
  return gy_undefined(js);
}

GY_FUNCTION(has_ref) {
  gy_bound *bound = gy_bound_of(js, argv[0], EVERY);
  return gy_bool(js, bound != NULL && uv_has_ref(&bound->handle));
}

GY_FUNCTION(descriptor) {
  gy_bound *bound = gy_bound_of(js, argv[0], EVERY);
  uv_os_fd_t fd;
  bool has = bound != NULL && uv_fileno(&bound->handle, &fd) == 0;
  return gy_number(js, has ? fd : -1);
}

const gy_export gy_bound_exports[] = {
    {"close", close_handle}, {"fd", descriptor}, {"hasRef", has_ref}, {"ref", ref},
    {"unref", unref},        {NULL, NULL},
};
