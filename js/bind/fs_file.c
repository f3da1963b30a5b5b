/* SPDX-License-Identifier: MIT */
/* Whole files: readFile and writeFile, each one request of libgyre (gyre_fs_whole). Its callback
 * comes in the turn in which the last of Node's single requests could have completed: open, fstat,
 * read and close, or open, write and close. */
#include <gyre.h>
#include <stdlib.h>
#include <string.h>

#include "bind/fs.h"
#include "engine/memory.h"

typedef struct trip {
  gyre_fs_whole_t whole;
  gj_later later;
  gj_runtime *runtime;
  gj_pin done;
  gj_pin bytes; /* what is written */
  gj_pin stop;  /* memory of the program: not 0, no further piece is wanted */
  char *path;   /* NULL: the descriptor is the program's */
  bool text;
} trip;

enum { TAKE_MAX = 4096 };

static _Thread_local gj_bytes arrived; /* what take() is about */

static void release_data(void *data, void *arg) {
  (void)arg;
  free(data);
}

/* No string can be that long: the result is null, and the size says why. */
static bool is_too_long(const trip *t) {
  return t->text && t->whole.result == UV_EFBIG && t->whole.size <= INT32_MAX;
}

static gj_value trip_result(gj_context js, trip *t) {
  gyre_fs_whole_t *whole = &t->whole;
  if (is_too_long(t)) {
    return gj_null(js);
  }
  if (whole->result != 0 || whole->writing) {
    return gj_number(js, whole->result);
  }
  if (t->text) {
    return gj_string_utf8(js, whole->base, whole->size);
  }
  if (!whole->sized && whole->size < whole->room / 2) { /* the rest is not worth keeping */
    char *smaller = gj_memory_grow(whole->base, whole->size);
    whole->base = smaller == NULL ? whole->base : smaller;
  }
  gj_value value = gj_bytes_buffer(js, whole->base, whole->size, release_data, NULL);
  whole->base = NULL; /* the buffer's now */
  return value;
}

/* Few bytes wait to be taken: an array that the engine makes costs less than one over C memory. */
static bool waits(const trip *t) {
  const gyre_fs_whole_t *whole = &t->whole;
  return whole->result == 0 && !whole->writing && !t->text && whole->size <= TAKE_MAX;
}

static void trip_free(trip *t) {
  gj_pin_free(&t->done);
  gj_pin_free(&t->bytes);
  gj_pin_free(&t->stop);
  if (!t->whole.writing) {
    free(t->whole.base);
  }
  free(t->path);
  free(t);
}

static void on_done(gyre_fs_whole_t *whole) {
  trip *t = (trip *)whole;
  gj_runtime *runtime = t->runtime;
  gj_context js = runtime->js;
  gj_value size = gj_number(js, (double)whole->size), step = gj_number(js, whole->step);
  gj_value result = gj_undefined(js);
  gj_bytes small = {NULL, 0};
  if (waits(t)) {
    small = (gj_bytes){(uint8_t *)whole->base, whole->size};
    whole->base = NULL;
  } else {
    result = trip_result(js, t);
  }
  gj_object done = gj_pin_object(&t->done);
  trip_free(t);
  gj_bytes outer = arrived;
  arrived = small;
  gj_enter(runtime, done, 3, (gj_value[]){result, step, size});
  arrived = outer;
  free(small.data);
}

static void on_refused(gj_later *later) {
  on_done(&((trip *)((char *)later - offsetof(trip, later)))->whole);
}

static int stops(gyre_fs_whole_t *whole) {
  trip *t = (trip *)whole;
  gj_bytes stop = {NULL, 0};
  return t->stop.value != NULL && gj_bytes_get(t->runtime->js, t->stop.value, &stop) &&
         stop.data[0] != 0;
}

/* A trip with its path or descriptor. */
static trip *trip_new(gj_context js, gj_value done, gj_value file) {
  trip *t = gj_memory_new(sizeof(*t), "a request");
  t->runtime = gj_runtime_self();
  t->whole.grow = gj_memory_grow;
  t->whole.stops = stops;
  if (gj_is_object(js, done)) {
    t->done = gj_pin_brief(js, gj_async_once(js, done, "FSREQCALLBACK"));
  }
  if (gj_is_number(js, file)) {
    t->whole.file = gj_to_int32(js, file);
    return t;
  }
  gj_text path;
  gj_fscall_path(js, file, &path);
  t->path = gj_memory_bound(NULL, path.size + 1, "a path");
  memcpy(t->path, path.data, path.size + 1);
  t->whole.path = t->path;
  gj_text_free(&path);
  return t;
}

/* At once: [result, step, size]; otherwise on a thread. */
static gj_value trip_start(gj_context js, trip *t, unsigned turns) {
  uv_loop_t *loop = t->runtime->loop;
  if (t->done.value != NULL) {
    int err = gyre_fs_whole(loop, &t->whole, turns, on_done);
    if (err != 0) {
      t->whole.result = err;
      gj_later_call(&t->later, on_refused);
    }
    return gj_undefined(js);
  }
  gyre_fs_whole(loop, &t->whole, 0, NULL);
  gj_value result = trip_result(js, t);
  if (t->whole.result != 0 || gj_is_nullish(js, result)) {
    gj_value all[] = {result, gj_number(js, t->whole.step), gj_number(js, (double)t->whole.size)};
    result = gj_array(js, 3, all);
  }
  trip_free(t);
  return result;
}

/* take(bytes): fills them with the file that was just read. */
GJ_FUNCTION(take) {
  gj_bytes bytes;
  if (gj_bytes_look(js, argv[0], &bytes) && bytes.size == arrived.size && bytes.size != 0) {
    memcpy(bytes.data, arrived.data, bytes.size);
  }
  return gj_undefined(js);
}
GJ_DIRECT(take)

/* readFile(done, path or fd, flags, text, stop): the file as a string (null if none can be made of
 * it, see engine.h), or an ArrayBuffer. done gets (result, step, size), and no result for a small
 * file that is to be taken; without it null or an error is an array of these. */
GJ_FUNCTION(read_file) {
  trip *t = trip_new(js, argv[0], argv[1]);
  t->whole.flags = gj_to_int32(js, argv[2]);
  t->whole.mode = 0666;
  t->text = gj_to_bool(js, argv[3]);
  t->whole.most = t->text && GJ_STRING_MOST < INT32_MAX ? GJ_STRING_MOST : INT32_MAX;
  if (argc > 4 && gj_is_object(js, argv[4])) {
    t->stop = gj_pin_brief(js, argv[4]);
  }
  return trip_start(js, t, t->path != NULL ? 4 : 2);
}

/* writeFile(done, path or fd, flags, mode, bytes, flush): 0. */
GJ_FUNCTION(write_file) {
  trip *t = trip_new(js, argv[0], argv[1]);
  gj_bytes bytes = {NULL, 0};
  gj_bytes_get(js, argv[4], &bytes);
  t->whole.flags = gj_to_int32(js, argv[2]);
  t->whole.mode = gj_to_int32(js, argv[3]);
  t->whole.writing = 1;
  t->whole.flush = gj_to_bool(js, argv[5]);
  t->bytes = gj_pin_brief(js, argv[4]);
  t->whole.base = (char *)bytes.data;
  t->whole.room = bytes.size;
  return trip_start(js, t, t->path != NULL ? 3 : 1);
}

const gj_export gj_fscall_file_exports[] = {
    {"readFile", read_file},
    {"take", take, take_direct},
    {"writeFile", write_file},
    {NULL, NULL},
};
