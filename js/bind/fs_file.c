/* SPDX-License-Identifier: MIT */
/* Whole files: readFile and writeFile, which are one request of libgyre (gyre_fs_whole). It is told
 * of in the turn in which the last of Node's single requests could have been: open, fstat, read and
 * close, or open, write and close. */
#include <gyre.h>
#include <stdlib.h>
#include <string.h>

#include "bind/fs.h"
#include "engine/memory.h"

typedef struct trip {
  gyre_fs_whole_t whole;
  gy_later later;
  gy_runtime *runtime;
  gy_pin done;
  gy_pin bytes; /* what is written */
  gy_pin stop;  /* memory of the program: not 0, no further piece is wanted */
  char *path;   /* NULL: the descriptor is the program's */
  bool text;
} trip;

static void release_data(void *data, void *arg) {
  (void)arg;
  free(data);
}

/* No string can be that long: null, and the size says why. */
static bool is_too_long(const trip *t) {
  return t->text && t->whole.result == UV_EFBIG && t->whole.size <= INT32_MAX;
}

static gy_value trip_result(gy_context js, trip *t) {
  gyre_fs_whole_t *whole = &t->whole;
  if (is_too_long(t)) {
    return gy_null(js);
  }
  if (whole->result != 0 || whole->writing) {
    return gy_number(js, whole->result);
  }
  if (t->text) {
    return gy_string_utf8(js, whole->base, whole->size);
  }
  if (!whole->sized && whole->size < whole->room / 2) { /* the rest is not worth keeping */
    char *smaller = gy_memory_grow(whole->base, whole->size);
    whole->base = smaller == NULL ? whole->base : smaller;
  }
  gy_value value = gy_bytes_buffer(js, whole->base, whole->size, release_data, NULL);
  whole->base = NULL; /* the buffer's now */
  return value;
}

static void trip_free(trip *t) {
  gy_pin_free(&t->done);
  gy_pin_free(&t->bytes);
  gy_pin_free(&t->stop);
  if (!t->whole.writing) {
    free(t->whole.base);
  }
  free(t->path);
  free(t);
}

static void on_done(gyre_fs_whole_t *whole) {
  trip *t = (trip *)whole;
  gy_runtime *runtime = t->runtime;
  gy_context js = runtime->js;
  gy_value args[] = {trip_result(js, t), gy_number(js, whole->step),
                     gy_number(js, (double)whole->size)};
  gy_object done = gy_pin_object(&t->done);
  trip_free(t);
  gy_enter(runtime, done, 3, args);
}

static void on_refused(gy_later *later) {
  on_done(&((trip *)((char *)later - offsetof(trip, later)))->whole);
}

static int stops(gyre_fs_whole_t *whole) {
  trip *t = (trip *)whole;
  gy_bytes stop = {NULL, 0};
  return t->stop.value != NULL && gy_bytes_get(t->runtime->js, t->stop.value, &stop) &&
         stop.data[0] != 0;
}

/* A trip with its path or descriptor. */
static trip *trip_new(gy_context js, gy_value done, gy_value file) {
  trip *t = gy_memory_new(sizeof(*t), "a request");
  t->runtime = gy_runtime_self();
  t->whole.grow = gy_memory_grow;
  t->whole.stops = stops;
  if (gy_is_object(js, done)) {
    t->done = gy_pin_brief(js, gy_async_once(js, done, "FSREQCALLBACK"));
  }
  if (gy_is_number(js, file)) {
    t->whole.file = gy_to_int32(js, file);
    return t;
  }
  gy_text path;
  gy_fscall_path(js, file, &path);
  t->path = gy_memory_bound(NULL, path.size + 1, "a path");
  memcpy(t->path, path.data, path.size + 1);
  t->whole.path = t->path;
  gy_text_free(&path);
  return t;
}

/* At once: [result, step, size]; otherwise on a thread. */
static gy_value trip_start(gy_context js, trip *t, unsigned turns) {
  uv_loop_t *loop = t->runtime->loop;
  if (t->done.value != NULL) {
    int err = gyre_fs_whole(loop, &t->whole, turns, on_done);
    if (err != 0) {
      t->whole.result = err;
      gy_later_call(&t->later, on_refused);
    }
    return gy_undefined(js);
  }
  gyre_fs_whole(loop, &t->whole, 0, NULL);
  gy_value result = trip_result(js, t);
  if (t->whole.result != 0 || gy_is_nullish(js, result)) {
    gy_value all[] = {result, gy_number(js, t->whole.step), gy_number(js, (double)t->whole.size)};
    result = gy_array(js, 3, all);
  }
  trip_free(t);
  return result;
}

/* readFile(done, path or fd, flags, text, stop): the file as a string (null if none can be made of
 * it, see engine.h), or an ArrayBuffer. done gets (result, step, size); without it null or an error
 * is an array of these. */
GY_FUNCTION(read_file) {
  trip *t = trip_new(js, argv[0], argv[1]);
  t->whole.flags = gy_to_int32(js, argv[2]);
  t->whole.mode = 0666;
  t->text = gy_to_bool(js, argv[3]);
  t->whole.most = t->text && GY_STRING_MOST < INT32_MAX ? GY_STRING_MOST : INT32_MAX;
  if (argc > 4 && gy_is_object(js, argv[4])) {
    t->stop = gy_pin_brief(js, argv[4]);
  }
  return trip_start(js, t, t->path != NULL ? 4 : 2);
}

/* writeFile(done, path or fd, flags, mode, bytes, flush): 0. */
GY_FUNCTION(write_file) {
  trip *t = trip_new(js, argv[0], argv[1]);
  gy_bytes bytes = {NULL, 0};
  gy_bytes_get(js, argv[4], &bytes);
  t->whole.flags = gy_to_int32(js, argv[2]);
  t->whole.mode = gy_to_int32(js, argv[3]);
  t->whole.writing = 1;
  t->whole.flush = gy_to_bool(js, argv[5]);
  t->bytes = gy_pin_brief(js, argv[4]);
  t->whole.base = (char *)bytes.data;
  t->whole.room = bytes.size;
  return trip_start(js, t, t->path != NULL ? 3 : 1);
}

const gy_export gy_fscall_file_exports[] = {
    {"readFile", read_file},
    {"writeFile", write_file},
    {NULL, NULL},
};
