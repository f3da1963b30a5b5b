/* SPDX-License-Identifier: MIT */
/* Reading directories, whole (scandir) or in pieces (opendir). Programs call it. */
#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "work/fs.h"

#define NAMES_BYTES 512

/* Entries of a directory, one after the other: a byte for the type, the name, its final NUL. One
 * block for all of them is far cheaper than one for each. */
typedef struct {
  char *bytes;
  size_t used;
  size_t size;
  size_t count;
} name_list;

/* What scandir stores in ptr. */
typedef struct {
  char *bytes; /* of a name_list */
  size_t count;
  size_t next;
  const char *sorted[]; /* into `bytes`, at the types */
} listing;

/* A view of uv_dir_t. */
typedef struct {
  uv_dirent_t *dirents;
  size_t nentries;
  DIR *stream;
} directory;

_Static_assert(sizeof(directory) <= sizeof(uv_dir_t), "directory fits");
_Static_assert(offsetof(directory, dirents) == offsetof(uv_dir_t, dirents), "dirents");
_Static_assert(offsetof(directory, nentries) == offsetof(uv_dir_t, nentries), "nentries");

static uv_dirent_type_t type_of(unsigned char kind) {
  switch (kind) {
    case DT_REG:
      return UV_DIRENT_FILE;
    case DT_DIR:
      return UV_DIRENT_DIR;
    case DT_LNK:
      return UV_DIRENT_LINK;
    case DT_FIFO:
      return UV_DIRENT_FIFO;
    case DT_SOCK:
      return UV_DIRENT_SOCKET;
    case DT_CHR:
      return UV_DIRENT_CHAR;
    case DT_BLK:
      return UV_DIRENT_BLOCK;
    default:
      return UV_DIRENT_UNKNOWN;
  }
}

static int add_name(name_list *names, const struct dirent *entry) {
  size_t length = strlen(entry->d_name) + 1;
  size_t needed = names->used + 1 + length;
  if (needed > names->size) {
    size_t size = 2 * needed + NAMES_BYTES;
    char *grown = gy_alloc_resize(names->bytes, size);
    if (grown == NULL) {
      return UV_ENOMEM;
    }
    names->bytes = grown;
    names->size = size;
  }
  names->bytes[names->used] = (char)type_of(entry->d_type);
  memcpy(names->bytes + names->used + 1, entry->d_name, length);
  names->used = needed;
  names->count++;
  return 0;
}

static bool itself_or_parent(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Reads up to LIMIT entries into an empty list. After an error it is empty again. */
static int read_names(DIR *stream, size_t limit, name_list *names) {
  int err = 0;
  while (names->count < limit && err == 0) {
    errno = 0;
    const struct dirent *entry = readdir(stream);
    if (entry == NULL) {
      err = -errno; /* 0: the end */
      break;
    }
    err = itself_or_parent(entry->d_name) ? 0 : add_name(names, entry);
  }
  if (err != 0) {
    gy_free(names->bytes);
    *names = (name_list){0};
  }
  return err;
}

/* FIRST, which begins with the type, in the form that programs see. */
static const char *show(const char *first, uv_dirent_t *entry) {
  entry->type = (uv_dirent_type_t)first[0];
  entry->name = first + 1;
  return entry->name;
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(const char *const *)a + 1, *(const char *const *)b + 1);
}

/* Takes ownership of the names. NULL: no memory; the names are freed. */
static listing *sort_names(name_list *names) {
  listing *all = gy_alloc(sizeof(*all) + names->count * sizeof(all->sorted[0]));
  if (all == NULL) {
    gy_free(names->bytes);
    return NULL;
  }
  const char *first = names->bytes;
  for (size_t i = 0; i < names->count; i++) {
    all->sorted[i] = first;
    first += 1 + strlen(first + 1) + 1;
  }
  all->bytes = names->bytes;
  all->count = names->count;
  all->next = 0;
  qsort(all->sorted, all->count, sizeof(all->sorted[0]), by_name);
  return all;
}

ssize_t gy_fs_dir_scan(gy_fs *fs) {
  name_list names = {0};
  DIR *stream = opendir(fs->path);
  if (stream == NULL) {
    return -errno;
  }
  int err = read_names(stream, SIZE_MAX, &names);
  closedir(stream); /* only read from: nothing can be lost */
  if (err != 0 || names.count == 0) {
    return err;
  }
  fs->ptr = sort_names(&names);
  return fs->ptr == NULL ? UV_ENOMEM : (ssize_t)names.count;
}

void gy_fs_dir_forget(void *of) {
  listing *all = of;
  if (all != NULL) {
    gy_free(all->bytes);
    gy_free(all);
  }
}

int uv_fs_scandir(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_SCANDIR, cb);
  (void)flags;
  return fs == NULL ? UV_EINVAL : gy_fs_start_path(fs, path);
}

int uv_fs_scandir_next(uv_fs_t *req, uv_dirent_t *ent) {
  if (req->result < 0) {
    return (int)req->result;
  }
  listing *all = req->ptr;
  if (all == NULL) {
    return UV_EOF;
  }
  if (all->next == all->count) {
    gy_fs_dir_forget(all);
    req->ptr = NULL;
    return UV_EOF;
  }
  show(all->sorted[all->next++], ent);
  return 0;
}

ssize_t gy_fs_dir_open(gy_fs *fs) {
  uv_dir_t *dir = gy_alloc_zeroed(1, sizeof(*dir));
  if (dir == NULL) {
    return UV_ENOMEM;
  }
  DIR *stream = opendir(fs->path);
  if (stream == NULL) {
    int err = -errno;
    gy_free(dir);
    return err;
  }
  ((directory *)dir)->stream = stream;
  fs->ptr = dir;
  return 0;
}

int uv_fs_opendir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_OPENDIR, cb);
  return fs == NULL ? UV_EINVAL : gy_fs_start_path(fs, path);
}

ssize_t gy_fs_dir_read(gy_fs *fs) {
  directory *dir = fs->ptr;
  name_list names = {0};
  int err = read_names(dir->stream, dir->nentries, &names);
  const char *first = names.bytes;
  for (size_t i = 0; i < names.count; i++) {
    const char *name = show(first, &dir->dirents[i]);
    first = name + strlen(name) + 1;
  }
  fs->memory = names.bytes;
  return err != 0 ? err : (ssize_t)names.count;
}

int uv_fs_readdir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_READDIR, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  if (dir == NULL || dir->dirents == NULL) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->ptr = dir;
  return gy_fs_start(fs);
}

/* The directory is freed in any case, except if the request is cancelled. */
ssize_t gy_fs_dir_close(gy_fs *fs) {
  directory *dir = fs->ptr;
  ssize_t result = gy_fs_answer(closedir(dir->stream));
  gy_free(dir);
  fs->ptr = NULL;
  return result == UV_EINTR ? 0 : result;
}

int uv_fs_closedir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_CLOSEDIR, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  if (dir == NULL) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->ptr = dir;
  return gy_fs_start(fs);
}
