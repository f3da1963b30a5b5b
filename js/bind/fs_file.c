/* SPDX-License-Identifier: MIT */
/* Whole files: readFile and writeFile in one trip to a thread, where open, fstat, read or write,
 * and close are made in a row. A large file takes a trip for each piece, so that it does not keep a
 * thread for itself.
 *
 * A program can see how many turns of the loop an operation takes: an immediate that was set with
 * it runs in the first. So a trip that is back early is told of in the turn in which the last of
 * the single requests could have been (`due`), from a prepare handle, which is before poll. */
#include <errno.h>
#include <fcntl.h>
#include <gyre.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bind/fs.h"
#include "engine/memory.h"

enum { PIECE = 512 * 1024, UNKNOWN_PIECE = 64 * 1024 };

/* What a trip was doing when it failed; js/lib/internal/fs/whole.js names them. */
enum { AT_OPEN, AT_FSTAT, AT_READ, AT_WRITE, AT_FSYNC, AT_CLOSE };

typedef struct trip {
  gy_work work;
  gy_later later;
  gy_runtime *runtime;
  gy_pin done;
  gy_pin bytes; /* what is written */
  gy_pin stop;  /* memory of the program: not 0, no further piece is wanted */
  char *path;   /* NULL: the descriptor is the program's */
  int fd, flags, mode;
  bool writing, flush, text;
  bool sized;    /* the file has a size, which is the room */
  bool finished; /* in part a worker's, in part the loop's: never at the same time */
  char *data;
  size_t size, room; /* what is done, and of how much */
  int err, step;
  uint64_t due;
} trip;

static void fail(trip *t, int step) {
  t->err = -errno;
  t->step = step;
  t->finished = true;
}

static void trip_open(trip *t) {
  do {
    t->fd = open(t->path, t->flags | O_CLOEXEC, t->mode);
  } while (t->fd < 0 && errno == EINTR);
  if (t->fd < 0) {
    fail(t, AT_OPEN);
  }
}

/* How large the file is, and so the room. */
static void trip_measure(trip *t) {
  struct stat info;
  if (fstat(t->fd, &info) != 0) {
    fail(t, AT_FSTAT);
    return;
  }
  t->sized = S_ISREG(info.st_mode) && info.st_size > 0;
  if (t->sized && info.st_size > INT32_MAX) {
    t->size = (size_t)info.st_size;
    errno = EFBIG;
    fail(t, AT_FSTAT);
    return;
  }
  if (t->sized && t->text && (size_t)info.st_size > GY_STRING_MOST) {
    t->size = (size_t)info.st_size; /* no string can be that long: see trip_result */
    t->finished = true;
    return;
  }
  t->room = t->sized ? (size_t)info.st_size : UNKNOWN_PIECE;
  t->data = gy_memory_room(t->room);
  if (t->data == NULL) {
    fail(t, AT_READ);
  }
}

static void trip_read(trip *t) {
  size_t end = t->room - t->size > PIECE ? t->size + PIECE : t->room;
  while (t->size < end) {
    ssize_t got = read(t->fd, t->data + t->size, end - t->size);
    if (got < 0 && errno != EINTR) {
      fail(t, AT_READ);
      return;
    }
    if (got == 0) {
      t->finished = true;
      return;
    }
    t->size += got > 0 ? (size_t)got : 0;
  }
  if (t->size < t->room) {
    return;
  }
  if (t->sized) {
    t->finished = true;
    return;
  }
  char *larger = gy_memory_grow(t->data, t->room * 2);
  if (larger == NULL) {
    fail(t, AT_READ);
    return;
  }
  t->data = larger;
  t->room *= 2;
}

static void trip_write(trip *t) {
  while (t->size < t->room) {
    ssize_t put = write(t->fd, t->data + t->size, t->room - t->size);
    if (put < 0 && errno != EINTR) {
      fail(t, AT_WRITE);
      return;
    }
    t->size += put > 0 ? (size_t)put : 0;
  }
  if (t->flush && fsync(t->fd) != 0) {
    fail(t, AT_FSYNC);
  }
  t->finished = true;
}

static void trip_close(trip *t) {
  if (t->path != NULL && t->fd >= 0 && close(t->fd) != 0 && errno != EINTR && t->err == 0) {
    fail(t, AT_CLOSE);
  }
}

/* One trip, on any thread. */
static void trip_run(trip *t) {
  if (t->fd < 0) {
    trip_open(t);
  }
  if (!t->finished && t->data == NULL) {
    trip_measure(t);
  }
  if (!t->finished && t->writing) {
    trip_write(t);
  } else if (!t->finished) {
    trip_read(t);
  }
  if (t->finished) {
    trip_close(t);
  }
}

static void release_data(void *data, void *arg) {
  (void)arg;
  free(data);
}

static gy_value trip_result(gy_context js, trip *t) {
  if (t->err != 0) {
    return gy_number(js, t->err);
  }
  if (t->writing) {
    return gy_number(js, 0);
  }
  if (t->text) {
    return gy_string_utf8(js, t->data, t->size);
  }
  if (!t->sized && t->size < t->room / 2) { /* the rest of the room is not worth keeping */
    char *smaller = gy_memory_grow(t->data, t->size);
    t->data = smaller == NULL ? t->data : smaller;
  }
  gy_value value = gy_bytes_buffer(js, t->data, t->size, release_data, NULL);
  t->data = NULL; /* the buffer's now */
  return value;
}

static void trip_free(trip *t) {
  gy_pin_free(&t->done);
  gy_pin_free(&t->bytes);
  gy_pin_free(&t->stop);
  if (!t->writing) {
    free(t->data);
  }
  free(t->path);
  free(t);
}

static void tell(trip *t) {
  gy_runtime *runtime = t->runtime;
  gy_context js = runtime->js;
  gy_value args[] = {trip_result(js, t), gy_number(js, t->step), gy_number(js, (double)t->size)};
  gy_object done = gy_pin_object(&t->done);
  trip_free(t);
  gy_enter(runtime, done, 3, args);
}

static uint64_t turn(uv_loop_t *loop) {
  uv_metrics_t metrics;
  uv_metrics_info(loop, &metrics);
  return metrics.loop_count;
}

static void on_turn(gy_later *later) {
  trip *t = (trip *)((char *)later - offsetof(trip, later));
  if (turn(t->runtime->loop) < t->due) {
    gy_later_call(later, on_turn);
  } else {
    tell(t);
  }
}

static void on_work(uv_work_t *work) { trip_run((trip *)work); }

static void on_back(uv_work_t *work, int status) {
  trip *t = (trip *)work;
  gy_bytes stop = {NULL, 0};
  if (status != 0) { /* cancelled, or there is no thread for the next piece */
    t->err = status;
    t->finished = true;
    trip_close(t);
  } else if (!t->finished && t->stop.value != NULL &&
             gy_bytes_get(t->runtime->js, t->stop.value, &stop) && stop.data[0] != 0) {
    t->err = UV_ECANCELED;
    t->finished = true;
    trip_close(t);
  }
  if (!t->finished) {
    gy_work_start(&t->work, on_work, on_back);
  } else if (turn(t->runtime->loop) < t->due) {
    gy_later_call(&t->later, on_turn);
  } else {
    tell(t);
  }
}

/* A trip with its path or descriptor. */
static trip *trip_new(gy_context js, gy_value done, gy_value file) {
  trip *t = gy_memory_new(sizeof(*t), "a request");
  t->runtime = gy_runtime_self();
  if (gy_is_object(js, done)) {
    t->done = gy_pin_brief(js, gy_async_once(js, done, "FSREQCALLBACK"));
  }
  if (gy_is_number(js, file)) {
    t->fd = gy_to_int32(js, file);
    return t;
  }
  gy_text path;
  gy_fscall_path(js, file, &path);
  t->fd = -1;
  t->path = gy_memory_bound(NULL, path.size + 1, "a path");
  memcpy(t->path, path.data, path.size + 1);
  gy_text_free(&path);
  return t;
}

/* At once: [result, step, size]; otherwise on a thread. */
static gy_value trip_start(gy_context js, trip *t, uint64_t turns) {
  if (t->done.value != NULL) {
    t->due = turn(t->runtime->loop) + turns;
    gy_work_start(&t->work, on_work, on_back);
    return gy_undefined(js);
  }
  do {
    trip_run(t);
  } while (!t->finished);
  gy_value result = trip_result(js, t);
  if (t->err != 0 || gy_is_nullish(js, result)) {
    gy_value all[] = {result, gy_number(js, t->step), gy_number(js, (double)t->size)};
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
  t->flags = gy_to_int32(js, argv[2]);
  t->mode = 0666;
  t->text = gy_to_bool(js, argv[3]);
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
  t->flags = gy_to_int32(js, argv[2]);
  t->mode = gy_to_int32(js, argv[3]);
  t->writing = true;
  t->flush = gy_to_bool(js, argv[5]);
  t->bytes = gy_pin_brief(js, argv[4]);
  t->data = (char *)bytes.data;
  t->room = bytes.size;
  return trip_start(js, t, t->path != NULL ? 3 : 1);
}

const gy_export gy_fscall_file_exports[] = {
    {"readFile", read_file},
    {"writeFile", write_file},
    {NULL, NULL},
};
