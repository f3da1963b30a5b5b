/* SPDX-License-Identifier: MIT */
/* Turns the result of a finished request of the file system into a value. A list of names is one
 * string with NULs between them, which JavaScript splits: one conversion for any number of
 * names. */
#include <stdlib.h>
#include <string.h>

#include "bind/fs.h"
#include "engine/memory.h"

#define STATS_FIELDS 18

static _Thread_local union {
  double numbers[2 * STATS_FIELDS];
  int64_t integers[2 * STATS_FIELDS];
} stats;

static void keep(void *data, void *arg) {
  (void)data;
  (void)arg;
}

gj_value gj_fscall_stats(gj_context js) {
  return gj_bytes_buffer(js, &stats, sizeof(stats), keep, NULL);
}

static void stats_put(const int64_t *fields, int count, int at, bool raw) {
  for (int i = 0; i < count; i++) {
    if (raw) {
      stats.integers[at * STATS_FIELDS + i] = fields[i];
    } else {
      stats.numbers[at * STATS_FIELDS + i] = (double)fields[i];
    }
  }
}

void gj_fscall_stats_set(const uv_stat_t *from, int at, bool raw) {
  const int64_t fields[STATS_FIELDS] = {
      (int64_t)from->st_dev,     (int64_t)from->st_mode,   (int64_t)from->st_nlink,
      (int64_t)from->st_uid,     (int64_t)from->st_gid,    (int64_t)from->st_rdev,
      (int64_t)from->st_blksize, (int64_t)from->st_ino,    (int64_t)from->st_size,
      (int64_t)from->st_blocks,  from->st_atim.tv_sec,     from->st_atim.tv_nsec,
      from->st_mtim.tv_sec,      from->st_mtim.tv_nsec,    from->st_ctim.tv_sec,
      from->st_ctim.tv_nsec,     from->st_birthtim.tv_sec, from->st_birthtim.tv_nsec,
  };
  stats_put(fields, STATS_FIELDS, at, raw);
}

static void statfs_set(const uv_statfs_t *from, bool raw) {
  const int64_t fields[] = {
      (int64_t)from->f_type,  (int64_t)from->f_bsize,  (int64_t)from->f_blocks,
      (int64_t)from->f_bfree, (int64_t)from->f_bavail, (int64_t)from->f_files,
      (int64_t)from->f_ffree,
  };
  stats_put(fields, 7, 0, raw);
}

static gj_value name_value(gj_context js, const char *name, size_t size, bool raw) {
  return raw ? gj_bytes_copy(js, name, size) : gj_string_utf8(js, name, size);
}

typedef struct {
  char *data;
  size_t size, room;
  bool failed; /* there is no memory for all of them */
} names;

static void names_add(names *list, const char *data, size_t size) {
  if (list->failed) {
    return;
  }
  if (list->size + size > list->room) {
    list->room = (list->size + size) * 2;
    char *larger = gj_memory_grow(list->data, list->room);
    if (larger == NULL) {
      list->failed = true;
      return;
    }
    list->data = larger;
  }
  memcpy(list->data + list->size, data, size);
  list->size += size;
}

/* The names, each ended by a NUL; with types [names, types], a digit for each. */
static gj_value names_value(gj_context js, gj_fscall *fs, names *all, names *types) {
  bool failed = all->failed || types->failed;
  gj_value value = failed ? gj_number(js, UV_ENOMEM)
                          : name_value(js, all->size == 0 ? "" : all->data, all->size, fs->raw);
  if (fs->types && !failed) {
    gj_value both[] = {value,
                       gj_string_latin1(js, types->size == 0 ? "" : types->data, types->size)};
    value = gj_array(js, 2, both);
  }
  free(all->data);
  free(types->data);
  return value;
}

static void names_entry(names *all, names *types, const uv_dirent_t *entry) {
  char digit = (char)('0' + entry->type);
  names_add(all, entry->name, strlen(entry->name) + 1);
  names_add(types, &digit, 1);
}

static gj_value scanned(gj_context js, gj_fscall *fs) {
  names all = {0}, types = {0};
  uv_dirent_t entry;
  while (uv_fs_scandir_next(&fs->uv, &entry) == 0) {
    names_entry(&all, &types, &entry);
  }
  return names_value(js, fs, &all, &types);
}

static gj_value read_entries(gj_context js, gj_fscall *fs) {
  names all = {0}, types = {0};
  for (ssize_t i = 0; i < fs->uv.result; i++) {
    names_entry(&all, &types, &fs->entries[i]);
  }
  return names_value(js, fs, &all, &types);
}

gj_value gj_fscall_result(gj_context js, gj_fscall *fs) {
  uv_fs_t *uv = &fs->uv;
  if (uv->result < 0) {
    return gj_number(js, (double)uv->result);
  }
  switch (uv->fs_type) {
    case UV_FS_STAT:
    case UV_FS_LSTAT:
    case UV_FS_FSTAT:
      gj_fscall_stats_set(&uv->statbuf, 0, fs->raw);
      return gj_number(js, 0);
    case UV_FS_STATFS:
      statfs_set(uv->ptr, fs->raw);
      return gj_number(js, 0);
    case UV_FS_READLINK:
    case UV_FS_REALPATH:
      return name_value(js, uv->ptr, strlen(uv->ptr), fs->raw);
    case UV_FS_MKDTEMP:
      return name_value(js, uv->path, strlen(uv->path), fs->raw);
    case UV_FS_SCANDIR:
      return scanned(js, fs);
    case UV_FS_READDIR:
      return read_entries(js, fs);
    case UV_FS_OPENDIR:
      return gj_fscall_dir_object(js, uv->ptr);
    default:
      return gj_number(js, (double)uv->result);
  }
}
