/* SPDX-License-Identifier: MIT */
/*
 * Whole files: open, fstat, read or write, and close in a row, in one trip to a thread of the pool.
 * A large file takes one trip per piece, so that it does not occupy a thread. A small one is read
 * to its end without fstat, which costs more than the read that finds the end.
 *
 * A program can see how many turns of the loop an operation takes: an immediate that was set with
 * it runs in the first. So a trip that is back early waits, and is reported in the poll phase in
 * which the last of as many single requests could have been (`turns`). Until then the loop does not
 * sleep: the request is a post that is pushed again in each turn.
 */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "loop/call.h"
#include "work/request.h"

enum { PIECE = 512 * 1024, UNKNOWN_PIECE = 64 * 1024, SMALL = 16 * 1024 };

_Static_assert(sizeof(gy_request) <= offsetof(gyre_fs_whole_t, fs_type), "a request fits");
_Static_assert(offsetof(gyre_fs_whole_t, fs_type) == offsetof(uv_fs_t, fs_type), "seen as one");

static gy_request *request_of(gyre_fs_whole_t *whole) { return (gy_request *)whole; }
static gyre_fs_whole_t *whole_of(gy_request *request) { return (gyre_fs_whole_t *)request; }

static void fail_as(gyre_fs_whole_t *whole, int step, int err) {
  whole->result = err;
  whole->step = (gyre_fs_step)step;
  whole->finished = 1;
}
static void fail(gyre_fs_whole_t *whole, int step) { fail_as(whole, step, -errno); }

static void open_file(gyre_fs_whole_t *whole) {
  do {
    whole->file = open(whole->path, whole->flags | O_CLOEXEC, (mode_t)whole->mode);
  } while (whole->file < 0 && errno == EINTR);
  if (whole->file < 0) {
    fail(whole, GYRE_FS_OPEN);
  }
}

static void set_room(gyre_fs_whole_t *whole, size_t room) {
  char *base =
      whole->grow != NULL ? whole->grow(whole->base, room) : gy_alloc_resize(whole->base, room);
  if (base == NULL) {
    fail_as(whole, GYRE_FS_READ, UV_ENOMEM);
    return;
  }
  whole->base = base;
  whole->room = room;
}

/* Sets the buffer's size to that of the file. One without a size grows as it is read. */
static void measure(gyre_fs_whole_t *whole) {
  struct stat info;
  if (fstat(whole->file, &info) != 0) {
    fail(whole, GYRE_FS_FSTAT);
    return;
  }
  whole->sized = S_ISREG(info.st_mode) && info.st_size > 0;
  if (whole->sized && whole->most != 0 && (uint64_t)info.st_size > whole->most) {
    whole->size = (size_t)info.st_size;
    fail_as(whole, GYRE_FS_FSTAT, UV_EFBIG);
    return;
  }
  size_t room = whole->sized ? (size_t)info.st_size : UNKNOWN_PIECE;
  set_room(whole, room < whole->size ? whole->size : room);
}

/* Reads up to SMALL bytes; whether the file ended before. */
static bool read_small(gyre_fs_whole_t *whole, char *bytes) {
  while (whole->size < SMALL) {
    ssize_t got = read(whole->file, bytes + whole->size, SMALL - whole->size);
    if (got < 0 && errno != EINTR) {
      fail(whole, GYRE_FS_READ);
      return true;
    }
    if (got == 0) {
      whole->finished = 1;
      return true;
    }
    whole->size += got > 0 ? (size_t)got : 0;
  }
  return false;
}

/* Reads a small file, or the beginning of a larger one, and makes room for what there is. */
static void begin(gyre_fs_whole_t *whole) {
  char bytes[SMALL];
  bool may_be_small = whole->path != NULL && (whole->most == 0 || whole->most >= SMALL);
  if (!may_be_small || !read_small(whole, bytes)) {
    measure(whole);
  } else if (whole->result == 0) {
    whole->sized = 1;
    set_room(whole, whole->size > 0 ? whole->size : 1);
  }
  if (whole->base != NULL) {
    memcpy(whole->base, bytes, whole->size);
  }
}

static void read_piece(gyre_fs_whole_t *whole) {
  size_t end = whole->room - whole->size > PIECE ? whole->size + PIECE : whole->room;
  while (whole->size < end) {
    ssize_t got = read(whole->file, whole->base + whole->size, end - whole->size);
    if (got < 0 && errno != EINTR) {
      fail(whole, GYRE_FS_READ);
      return;
    }
    if (got == 0) {
      whole->finished = 1;
      return;
    }
    whole->size += got > 0 ? (size_t)got : 0;
  }
  if (whole->size == whole->room && whole->sized) {
    whole->finished = 1;
  } else if (whole->size == whole->room) {
    set_room(whole, whole->room * 2);
  }
}

static void write_all(gyre_fs_whole_t *whole) {
  while (whole->size < whole->room) {
    ssize_t put = write(whole->file, whole->base + whole->size, whole->room - whole->size);
    if (put < 0 && errno != EINTR) {
      fail(whole, GYRE_FS_WRITE);
      return;
    }
    whole->size += put > 0 ? (size_t)put : 0;
  }
  if (whole->flush && fsync(whole->file) != 0) {
    fail(whole, GYRE_FS_FSYNC);
  }
  whole->finished = 1;
}

static void close_file(gyre_fs_whole_t *whole) {
  bool is_ours = whole->path != NULL && whole->file >= 0;
  if (is_ours && close(whole->file) != 0 && errno != EINTR && whole->result == 0) {
    fail(whole, GYRE_FS_CLOSE);
  }
}

/* One trip, on any thread. */
static void travel(gyre_fs_whole_t *whole) {
  if (whole->path != NULL && whole->file < 0) {
    open_file(whole);
  }
  if (!whole->finished && !whole->writing && whole->base == NULL) {
    begin(whole);
  }
  if (!whole->finished) {
    whole->writing ? write_all(whole) : read_piece(whole);
  }
  if (whole->finished) {
    close_file(whole);
  }
}

static void work(gy_request *request) { travel(whole_of(request)); }
static void done(gy_request *request, int status);

static int submit(gyre_fs_whole_t *whole) {
  return gy_pool_submit(gy_loop_of(whole->loop), whole, GYRE_WORK_FILE, work, done);
}

static void on_turn(gy_loop *loop, gy_post *post);

/* It is done: reports it now, or in the poll phase of the turn in which it is due. */
static void tell(gyre_fs_whole_t *whole) {
  gy_loop *loop = gy_loop_of(whole->loop);
  if (loop->trace.at.turns < whole->due) {
    gy_loop_request_begin(loop, whole);
    request_of(whole)->on.post.run = on_turn;
    gy_posts_push(loop, GY_POSTS_WORK, &request_of(whole)->on.post);
    return;
  }
  GY_CALL(loop, FS, whole, whole->cb, whole->cb(whole));
}

static void on_turn(gy_loop *loop, gy_post *post) {
  gyre_fs_whole_t *whole = whole_of(GY_CONTAINER(post, gy_request, on.post));
  gy_loop_request_end(loop, whole);
  tell(whole);
}

static void done(gy_request *request, int status) {
  gyre_fs_whole_t *whole = whole_of(request);
  bool stopped = !whole->finished && whole->stops != NULL && whole->stops(whole) != 0;
  int err = status != 0 ? status : stopped ? UV_ECANCELED : 0;
  if (err == 0 && !whole->finished) {
    err = submit(whole); /* the next piece */
    if (err == 0) {
      return;
    }
  }
  if (err != 0) {
    fail_as(whole, GYRE_FS_READ, err);
    close_file(whole);
  }
  tell(whole);
}

int gyre_fs_whole(uv_loop_t *loop, gyre_fs_whole_t *whole, unsigned int turns,
                  gyre_fs_whole_cb cb) {
  whole->type = UV_FS;
  whole->fs_type = whole->writing ? UV_FS_WRITE : UV_FS_READ;
  whole->loop = loop;
  whole->cb = cb;
  whole->result = 0;
  whole->step = GYRE_FS_OPEN;
  whole->size = 0;
  whole->finished = whole->sized = 0;
  whole->file = whole->path != NULL ? -1 : whole->file;
  if (!whole->writing) {
    whole->base = NULL;
    whole->room = 0;
  }
  if (cb == NULL) {
    do {
      travel(whole);
    } while (!whole->finished);
    return whole->result;
  }
  whole->due = gy_loop_of(loop)->trace.at.turns + turns;
  GY_SCHEDULE(gy_loop_of(loop), FS, whole, whole->fs_type);
  int err = submit(whole);
  if (err != 0) {
    GY_CANCEL(gy_loop_of(loop), FS, whole);
  }
  return err;
}
