/* SPDX-License-Identifier: MIT */
/* Child processes, for js/lib/child_process.js. */
#include "bind/child.h"
#include "bind/stream.h"

typedef struct {
  GY_BOUND_MEMBERS;
} gy_child;

gy_value gy_child_spawn_sync(gy_context js, gy_object function, gy_object self, size_t argc,
                             const gy_value argv[], gy_value *exception);

static _Thread_local gy_pin on_exit_function;

static gy_child *child_of(gy_context js, gy_value native) {
  return gy_bound_of(js, native, GY_BOUND_KIND(UV_PROCESS));
}

gy_value gy_child_owner(const uv_handle_t *handle) {
  return ((const gy_child *)handle)->owner.value;
}

static void on_exit_of(uv_process_t *process, int64_t status, int signal) {
  gy_child *child = (gy_child *)process;
  gy_context js = child->runtime->js;
  gy_value argv[] = {child->owner.value, gy_number(js, (double)status), gy_number(js, signal)};
  gy_enter(child->runtime, gy_pin_object(&on_exit_function), 3, argv);
}

static void fill_stdio(gy_context js, gy_object object, gy_child_options *options) {
  gy_object list = gy_as_object(js, gy_get(js, object, "stdio"));
  for (int i = 0; i < options->uv.stdio_count; i++) {
    uv_stdio_container_t *entry = &options->stdio[i];
    int what = gy_to_int32(js, gy_get_index(js, list, (unsigned)i * 2));
    gy_value which = gy_get_index(js, list, (unsigned)i * 2 + 1);
    if (what == GY_CHILD_FD) {
      entry->flags = UV_INHERIT_FD;
      entry->data.fd = gy_to_int32(js, which);
    } else if (what == GY_CHILD_PIPE || what == GY_CHILD_STREAM) {
      gy_stream_wrap *wrap = gy_stream_of(js, which);
      if (wrap != NULL) {
        entry->flags = what == GY_CHILD_STREAM
                           ? UV_INHERIT_STREAM
                           : UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE;
        entry->data.stream = &wrap->stream;
      }
    }
  }
}

/* spawn(owner, options): a handle, or a negative error number. options.pid is set. */
GY_FUNCTION(spawn) {
  gy_object object = gy_as_object(js, argv[1]);
  gy_child_options options;
  int err = gy_child_options_read(js, object, &options);
  if (err != 0) {
    return gy_number(js, err);
  }
  gy_value native;
  gy_child *child = gy_bound_new(js, sizeof(*child), &native);
  fill_stdio(js, object, &options);
  options.uv.exit_cb = on_exit_of;
  child->owner = gy_pin_new(js, argv[0]);
  err = uv_spawn(child->runtime->loop, &child->process, &options.uv);
  gy_child_options_free(&options);
  if (err != 0) {
    gy_bound_close(child);
    return gy_number(js, err);
  }
  gy_set_number(js, object, "pid", child->process.pid);
  return native;
}

/* kill(handle, signal) */
GY_FUNCTION(kill_child) {
  gy_child *child = child_of(js, argv[0]);
  int signal = gy_to_int32(js, argv[1]);
  return gy_number(js, child == NULL ? UV_ESRCH : uv_process_kill(&child->process, signal));
}

/* setup(onExit): called with (owner, status, signal). */
GY_FUNCTION(setup) {
  on_exit_function = gy_pin_new(js, argv[0]);
  return gy_undefined(js);
}

gy_object gy_bind_child(gy_context js) {
  static const gy_export exports[] = {
      {"kill", kill_child}, {"setup", setup}, {"spawn", spawn}, {"spawnSync", gy_child_spawn_sync},
      {NULL, NULL},
  };
  static const gy_constant constants[] = {
      {"IGNORE", GY_CHILD_IGNORE},
      {"PIPE", GY_CHILD_PIPE},
      {"FD", GY_CHILD_FD},
      {"STREAM", GY_CHILD_STREAM},
      {NULL, 0},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_set_exports(js, binding, gy_bound_exports);
  gy_set_constants(js, binding, constants);
  return binding;
}
