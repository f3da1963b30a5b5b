/* SPDX-License-Identifier: MIT */
/* Open directories: js/lib/internal/fs/dir.js reads one piece by piece, one call at a time. */
#include <stdlib.h>

#include "bind/fs.h"
#include "engine/memory.h"

/* The object of an open directory; NULL once it is closed. */
typedef struct {
  uv_dir_t *dir;
} holder;

/* If a program forgets to close a directory, its descriptor is not lost. */
static void on_gone(void *memory) {
  holder *hold = memory;
  if (hold->dir != NULL) {
    uv_fs_t req;
    uv_fs_closedir(NULL, &req, hold->dir, NULL);
    uv_fs_req_cleanup(&req);
  }
  free(hold);
}

static gj_class class(void) {
  static gj_class place;
  return gj_class_made(&place, "DirHandle", on_gone);
}

/* The argument of fs.Dir may be anything: programs can call its constructor. */
static holder *holder_of(gj_context js, gj_value value, gj_value *exception) {
  if (gj_class_is(js, value, class())) {
    return gj_class_memory((gj_object)value);
  }
  gj_throw_type(js, exception, "the handle is not that of an open directory");
  return NULL;
}

gj_value gj_fscall_dir_object(gj_context js, uv_dir_t *dir) {
  holder *hold = gj_memory_new(sizeof(*hold), "a directory");
  hold->dir = dir;
  return gj_class_object(js, class(), hold);
}

/* dirRead(done, dir, count, raw): names and types of at most COUNT entries. */
GJ_FUNCTION(dir_read) {
  holder *hold = holder_of(js, argv[1], exception);
  if (hold == NULL) {
    return NULL;
  }
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  size_t count = (size_t)gj_to_number(js, argv[2]);
  fs->raw = gj_to_bool(js, argv[3]);
  fs->types = true;
  fs->entries = gj_memory_rooms(count, sizeof(*fs->entries));
  if (fs->entries == NULL) {
    return gj_fscall_refuse(js, fs, UV_ENOMEM);
  }
  hold->dir->dirents = fs->entries;
  hold->dir->nentries = count;
  if (fs->on_done != NULL) {
    fs->bytes = gj_pin_brief(js, argv[1]);
  }
  int err = uv_fs_readdir(fs->runtime->loop, &fs->uv, hold->dir, fs->on_done);
  return gj_fscall_end(js, fs, err);
}

/* dirClose(done, dir) */
GJ_FUNCTION(dir_close) {
  holder *hold = holder_of(js, argv[1], exception);
  if (hold == NULL) {
    return NULL;
  }
  gj_fscall room, *fs = gj_fscall_begin(js, argv[0], &room);
  uv_dir_t *dir = hold->dir;
  hold->dir = NULL;
  int err = uv_fs_closedir(fs->runtime->loop, &fs->uv, dir, fs->on_done);
  if (err < 0) {
    hold->dir = dir; /* it is still open, and closed when its object goes */
  }
  return gj_fscall_end(js, fs, err);
}

const gj_export gj_fscall_dir_exports[] = {
    {"dirRead", dir_read},
    {"dirClose", dir_close},
    {NULL, NULL},
};
