/* SPDX-License-Identifier: MIT */
/* Open directories: js/lib/internal/fs/dir.js reads one piece by piece, one call at a time. */
#include <stdlib.h>

#include "bind/fs.h"
#include "engine/memory.h"

/* The object of an open directory; NULL once it is closed. */
typedef struct {
  uv_dir_t *dir;
} holder;

/* A program that forgets to close a directory does not lose its descriptor. */
static void on_gone(void *memory) {
  holder *hold = memory;
  if (hold->dir != NULL) {
    uv_fs_t req;
    uv_fs_closedir(NULL, &req, hold->dir, NULL);
    uv_fs_req_cleanup(&req);
  }
  free(hold);
}

static gy_class class(void) {
  static gy_class place;
  return gy_class_made(&place, "DirHandle", on_gone);
}

/* What fs.Dir was made with may be anything: its constructor is the program's, too. */
static holder *holder_of(gy_context js, gy_value value, gy_value *exception) {
  if (gy_class_is(js, value, class())) {
    return gy_class_memory((gy_object)value);
  }
  gy_throw_type(js, exception, "the handle is not that of an open directory");
  return NULL;
}

gy_value gy_fscall_dir_object(gy_context js, uv_dir_t *dir) {
  holder *hold = gy_memory_new(sizeof(*hold), "a directory");
  hold->dir = dir;
  return gy_class_object(js, class(), hold);
}

/* dirRead(done, dir, count, raw): names and types of so many entries at most. */
GY_FUNCTION(dir_read) {
  holder *hold = holder_of(js, argv[1], exception);
  if (hold == NULL) {
    return NULL;
  }
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  size_t count = (size_t)gy_to_number(js, argv[2]);
  fs->raw = gy_to_bool(js, argv[3]);
  fs->types = true;
  fs->entries = gy_memory_rooms(count, sizeof(*fs->entries));
  if (fs->entries == NULL) {
    return gy_fscall_refuse(js, fs, UV_ENOMEM);
  }
  hold->dir->dirents = fs->entries;
  hold->dir->nentries = count;
  if (fs->on_done != NULL) {
    fs->bytes = gy_pin_brief(js, argv[1]);
  }
  int err = uv_fs_readdir(fs->runtime->loop, &fs->uv, hold->dir, fs->on_done);
  return gy_fscall_end(js, fs, err);
}

/* dirClose(done, dir) */
GY_FUNCTION(dir_close) {
  holder *hold = holder_of(js, argv[1], exception);
  if (hold == NULL) {
    return NULL;
  }
  gy_fscall room, *fs = gy_fscall_begin(js, argv[0], &room);
  uv_dir_t *dir = hold->dir;
  hold->dir = NULL;
  int err = uv_fs_closedir(fs->runtime->loop, &fs->uv, dir, fs->on_done);
  if (err < 0) {
    hold->dir = dir; /* it is still open, and closed when its object goes */
  }
  return gy_fscall_end(js, fs, err);
}

const gy_export gy_fscall_dir_exports[] = {
    {"dirRead", dir_read},
    {"dirClose", dir_close},
    {NULL, NULL},
};
