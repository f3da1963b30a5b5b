/* SPDX-License-Identifier: MIT */
/* Child processes, for js/lib/child_process.js. */
#include "bind/child.h"
#include "bind/stream.h"

typedef struct {
  GJ_BOUND_MEMBERS;
} gj_child;

gj_value gj_child_spawn_sync(gj_context js, gj_object function, gj_object self, size_t argc,
                             const gj_value argv[], gj_value *exception);

static _Thread_local gj_pin on_exit_function;

static gj_child *child_of(gj_context js, gj_value native) {
  return gj_handle_of(js, native, GJ_BOUND_KIND(UV_PROCESS));
}

gj_value gj_child_owner(const uv_handle_t *handle) {
  return ((const gj_child *)handle)->owner.value;
}

static void on_exit_of(uv_process_t *process, int64_t status, int signal) {
  gj_child *child = (gj_child *)process;
  gj_context js = child->runtime->js;
  gj_value argv[] = {child->owner.value, gj_number(js, (double)status), gj_number(js, signal)};
  gj_enter(child->runtime, gj_pin_object(&on_exit_function), 3, argv);
}

static void fill_stdio(gj_context js, gj_object object, gj_child_options *options) {
  gj_object list = gj_as_object(js, gj_get(js, object, "stdio"));
  for (int i = 0; i < options->uv.stdio_count; i++) {
    uv_stdio_container_t *entry = &options->stdio[i];
    int what = gj_to_int32(js, gj_get_index(js, list, (unsigned)i * 2));
    gj_value which = gj_get_index(js, list, (unsigned)i * 2 + 1);
    if (what == GJ_CHILD_FD) {
      entry->flags = UV_INHERIT_FD;
      entry->data.fd = gj_to_int32(js, which);
    } else if (what == GJ_CHILD_PIPE || what == GJ_CHILD_STREAM) {
      gj_stream_wrap *wrap = gj_stream_of(js, which);
      if (wrap != NULL) {
        entry->flags = what == GJ_CHILD_STREAM
                           ? UV_INHERIT_STREAM
                           : UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE;
        entry->data.stream = &wrap->stream;
      }
    }
  }
}

/* spawn(owner, options): a handle, or a negative error number. options.pid is set. */
GJ_FUNCTION(spawn) {
  gj_object object = gj_as_object(js, argv[1]);
  gj_child_options options;
  int err = gj_child_options_read(js, object, &options);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_value native;
  gj_child *child = gj_handle_new(js, sizeof(*child), &native);
  fill_stdio(js, object, &options);
  options.uv.exit_cb = on_exit_of;
  child->owner = gj_pin_new(js, argv[0]);
  err = uv_spawn(child->runtime->loop, &child->process, &options.uv);
  gj_child_options_free(&options);
  if (err != 0) {
    gj_handle_close(child);
    return gj_number(js, err);
  }
  gj_set_number(js, object, "pid", child->process.pid);
  return native;
}

/* kill(handle, signal) */
GJ_FUNCTION(kill_child) {
  gj_child *child = child_of(js, argv[0]);
  int signal = gj_to_int32(js, argv[1]);
  return gj_number(js, child == NULL ? UV_ESRCH : uv_process_kill(&child->process, signal));
}

/* setup(onExit): called with (owner, status, signal). */
GJ_FUNCTION(setup) {
  on_exit_function = gj_pin_new(js, argv[0]);
  return gj_undefined(js);
}

gj_object gj_bind_child(gj_context js) {
  static const gj_export exports[] = {
      {"kill", kill_child}, {"setup", setup}, {"spawn", spawn}, {"spawnSync", gj_child_spawn_sync},
      {NULL, NULL},
  };
  static const gj_constant constants[] = {
      {"IGNORE", GJ_CHILD_IGNORE},
      {"PIPE", GJ_CHILD_PIPE},
      {"FD", GJ_CHILD_FD},
      {"STREAM", GJ_CHILD_STREAM},
      {NULL, 0},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_exports(js, binding, gj_handle_exports);
  gj_set_constants(js, binding, constants);
  return binding;
}
