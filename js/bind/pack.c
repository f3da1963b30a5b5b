/* SPDX-License-Identifier: MIT */
/* Such a file is a head, the bytecode of each text, and a table of them by their keys. A damaged
 * table makes the whole file useless, damaged bytecode only itself. */
#include "bind/pack.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "engine/memory.h"

enum { ALIGNMENT = 16, PAGE = 4096, DAY_S = 86400, HOUR_S = 3600 };
static const size_t MOST = 128u << 20; /* bytes of bytecode that was not used in this run */
static const char magic[8] = "gyre-cc3";
static const char ending[] = ".pack"; /* of names; a file that is being written has one more */

typedef struct {
  char magic[sizeof(magic)];
  uint64_t table, count; /* where the entries are */
  uint64_t sum;          /* of the entries */
} gj_pack_head;

typedef struct gj_pack_entry {
  uint64_t key, text;
  uint64_t offset, size, sum;
} gj_pack_entry;

struct gj_pack {
  dev_t device;
  ino_t number;
  const uint8_t *data;
  size_t size, count;
  const gj_pack_entry *entries;
  struct gj_pack *next;
};

/* process: all that are mapped */
static struct {
  pthread_mutex_t lock;
  gj_pack *list;
} packs = {PTHREAD_MUTEX_INITIALIZER, NULL};

/* Four lanes, each of which takes eight bytes at a time. */
uint64_t gj_pack_hash(const void *data, size_t size) {
  static const uint64_t FACTOR = 0x9fb21c651e98df25;
  uint64_t lanes[4] = {size, 0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0};
  const uint8_t *at = data;
  size_t left = size;
  uint64_t words[4] = {0};
  for (;;) {
    size_t now = left < sizeof(words) ? left : sizeof(words);
    if (now < sizeof(words)) {
      memset(words, 0, sizeof(words));
    }
    memcpy(words, at, now);
    for (int i = 0; i < 4; i++) {
      uint64_t mixed = lanes[i] ^ words[i];
      lanes[i] = (mixed << 29 | mixed >> 35) * FACTOR;
    }
    if (left <= sizeof(words)) {
      break;
    }
    at += now;
    left -= now;
  }
  uint64_t hash = 0;
  for (int i = 0; i < 4; i++) {
    hash = (hash ^ lanes[i] ^ lanes[i] >> 32) * FACTOR;
  }
  return hash ^ hash >> 29;
}

/* --- reading */

static bool is_own(const struct stat *info) {
  return S_ISREG(info->st_mode) && info->st_uid == geteuid() &&
         (info->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

static bool check(gj_pack *pack) {
  gj_pack_head head;
  memcpy(&head, pack->data, sizeof(head));
  pack->entries = (const gj_pack_entry *)(pack->data + head.table);
  pack->count = head.count;
  return memcmp(head.magic, magic, sizeof(magic)) == 0 && head.table < pack->size &&
         head.table % ALIGNMENT == 0 &&
         head.count == (pack->size - head.table) / sizeof(gj_pack_entry) &&
         head.sum == gj_pack_hash(pack->entries, pack->size - head.table);
}

static gj_pack *map(int fd, const struct stat *info) {
  size_t size = (size_t)info->st_size;
  void *data =
      size <= sizeof(gj_pack_head) ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED) {
    return NULL;
  }
  gj_pack *pack = gj_memory_new(sizeof(*pack), "a file of bytecode");
  *pack = (gj_pack){info->st_dev, info->st_ino, data, size, 0, NULL, packs.list};
  if (!check(pack)) {
    munmap(data, size);
    free(pack);
    return NULL;
  }
  packs.list = pack;
  return pack;
}

/* A file that is mapped keeps its number. */
static gj_pack *find_mapped(const struct stat *info) {
  gj_pack *pack = packs.list;
  while (pack != NULL && (pack->device != info->st_dev || pack->number != info->st_ino)) {
    pack = pack->next;
  }
  return pack;
}

/* So that gj_pack_trim sees that it is used. */
static void touch(int fd, const struct stat *info) {
  if (time(NULL) - info->st_mtim.tv_sec > DAY_S) {
    futimens(fd, NULL);
  }
}

const gj_pack *gj_pack_open(const char *path) {
  char name[GJ_PACK_PATH];
  struct stat info;
  gj_pack *pack = NULL;
  snprintf(name, sizeof(name), "%s%s", path, ending);
  int fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    return NULL;
  }
  if (fstat(fd, &info) == 0 && is_own(&info)) {
    pthread_mutex_lock(&packs.lock);
    pack = find_mapped(&info);
    pack = pack != NULL ? pack : map(fd, &info);
    pthread_mutex_unlock(&packs.lock);
    touch(fd, &info);
  }
  close(fd);
  return pack;
}

size_t gj_pack_size(const gj_pack *pack) { return pack == NULL ? 0 : pack->size; }

static int by_key(const void *a, const void *b) {
  uint64_t one = ((const gj_pack_entry *)a)->key;
  uint64_t other = ((const gj_pack_entry *)b)->key;
  return one < other ? -1 : one > other;
}

/* A program may have several texts of one key. */
static int by_label(const void *a, const void *b) {
  uint64_t one = ((const gj_pack_entry *)a)->text;
  uint64_t other = ((const gj_pack_entry *)b)->text;
  int order = by_key(a, b);
  return order != 0 ? order : one < other ? -1 : one > other;
}

static bool is_inside(const gj_pack *pack, const gj_pack_entry *entry) {
  return entry->offset % ALIGNMENT == 0 && entry->offset % PAGE != 0 &&
         entry->offset < pack->size && entry->size <= pack->size - entry->offset &&
         gj_pack_hash(pack->data + entry->offset, entry->size) == entry->sum;
}

gj_bytes gj_pack_find(const gj_pack *pack, gj_kept_label label) {
  gj_pack_entry wanted = {.key = label.key, .text = label.text};
  const gj_pack_entry *found =
      pack == NULL ? NULL : bsearch(&wanted, pack->entries, pack->count, sizeof(wanted), by_label);
  if (found == NULL || !is_inside(pack, found)) {
    return (gj_bytes){NULL, 0};
  }
  return (gj_bytes){(uint8_t *)pack->data + found->offset, found->size};
}

/* --- writing */

/* Directories above the file, as far as they are missing. */
static void make_directories(char *path) {
  for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
    *slash = '\0';
    mkdir(path, 0700);
    *slash = '/';
  }
}

bool gj_pack_create(gj_pack_new *made, const char *path) {
  *made = (gj_pack_new){.at = ALIGNMENT * ((sizeof(gj_pack_head) - 1) / ALIGNMENT + 1)};
  if ((size_t)snprintf(made->path, sizeof(made->path), "%s%s", path, ending) >=
      sizeof(made->path)) {
    return false;
  }
  snprintf(made->temporary, sizeof(made->temporary), "%s.%d", made->path, gettid());
  make_directories(made->temporary);
  made->fd = open(made->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  made->is_whole = made->fd >= 0;
  return made->is_whole;
}

static void put(gj_pack_new *made, const void *data, size_t size, size_t at) {
  for (size_t done = 0; made->is_whole && done < size;) {
    ssize_t now = pwrite(made->fd, (const uint8_t *)data + done, size - done, (off_t)(at + done));
    made->is_whole = now > 0;
    done += now > 0 ? (size_t)now : 0;
  }
}

static void put_entry(gj_pack_new *made, gj_pack_entry entry, const uint8_t *data) {
  if (made->count == made->room) {
    made->room = made->room == 0 ? 256 : made->room * 2;
    made->entries = gj_memory_bound(made->entries, made->room * sizeof(*made->entries), "entries");
  }
  made->at = (made->at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  made->at += made->at % PAGE == 0 ? ALIGNMENT : 0;
  entry.offset = made->at;
  put(made, data, entry.size, made->at);
  made->at += entry.size;
  made->entries[made->count++] = entry;
}

void gj_pack_add(gj_pack_new *made, gj_kept_label label, gj_bytes bytes) {
  put_entry(made,
            (gj_pack_entry){.key = label.key,
                            .text = label.text,
                            .size = bytes.size,
                            .sum = gj_pack_hash(bytes.data, bytes.size)},
            bytes.data);
}

void gj_pack_add_rest(gj_pack_new *made, const gj_pack *pack) {
  size_t added = made->count;
  qsort(made->entries, added, sizeof(*made->entries), by_label);
  for (size_t i = 0; pack != NULL && i < pack->count && made->at < MOST; i++) {
    const gj_pack_entry *entry = &pack->entries[i];
    bool is_new = added > 0 && bsearch(entry, made->entries, added, sizeof(*entry), by_key) != NULL;
    if (!is_new && is_inside(pack, entry)) {
      put_entry(made, *entry, pack->data + entry->offset);
    }
  }
}

bool gj_pack_finish(gj_pack_new *made) {
  made->at = (made->at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  qsort(made->entries, made->count, sizeof(*made->entries), by_label);
  size_t size = made->count * sizeof(*made->entries);
  gj_pack_head head = {
      .table = made->at, .count = made->count, .sum = gj_pack_hash(made->entries, size)};
  memcpy(head.magic, magic, sizeof(magic));
  put(made, made->entries, size, made->at);
  put(made, &head, sizeof(head), 0);
  close(made->fd);
  made->is_whole = made->is_whole && made->count > 0 && rename(made->temporary, made->path) == 0;
  if (!made->is_whole) {
    unlink(made->temporary);
  }
  free(made->entries);
  return made->is_whole;
}

/* --- not too many */

typedef struct {
  char name[256];
  time_t used;
  size_t size;
} gj_pack_file;

typedef struct {
  gj_pack_file *list;
  size_t count, room, size;
} gj_pack_files;

static void note_file(gj_pack_files *files, const char *name, const struct stat *info) {
  if (files->count == files->room) {
    files->room = files->room == 0 ? 64 : files->room * 2;
    files->list = gj_memory_bound(files->list, files->room * sizeof(*files->list), "files");
  }
  gj_pack_file *file = &files->list[files->count++];
  snprintf(file->name, sizeof(file->name), "%s", name);
  file->used = info->st_mtim.tv_sec;
  file->size = (size_t)info->st_size;
  files->size += file->size;
}

/* The end of a name of ours: a '-', and 16 digits. NULL: it is not ours. */
static const char *end_of(const char *name) {
  enum { DIGITS = 16 };
  const char *end = strstr(name, ending);
  if (end == NULL || end - name <= DIGITS || end[-DIGITS - 1] != '-' ||
      strspn(end - DIGITS, "0123456789abcdef") != DIGITS) {
    return NULL;
  }
  return end;
}

/* Complete ones are noted, and those that were never completed are removed. */
static void look_at(int directory, const char *name, gj_pack_files *files) {
  struct stat info;
  const char *end = end_of(name);
  if (end == NULL || fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !is_own(&info)) {
    return;
  }
  if (end[sizeof(ending) - 1] == '\0') {
    note_file(files, name, &info);
  } else if (time(NULL) - info.st_mtim.tv_sec > HOUR_S) {
    unlinkat(directory, name, 0);
  }
}

static int by_age(const void *a, const void *b) {
  time_t one = ((const gj_pack_file *)a)->used;
  time_t other = ((const gj_pack_file *)b)->used;
  return one < other ? -1 : one > other;
}

void gj_pack_trim(const char *directory, size_t most) {
  gj_pack_files files = {NULL, 0, 0, 0};
  DIR *open = opendir(directory);
  if (open == NULL) {
    return;
  }
  for (struct dirent *one = readdir(open); one != NULL; one = readdir(open)) {
    look_at(dirfd(open), one->d_name, &files);
  }
  if (files.size > most) {
    qsort(files.list, files.count, sizeof(*files.list), by_age);
  }
  for (size_t i = 0; files.size > most && i < files.count; i++) {
    files.size -= unlinkat(dirfd(open), files.list[i].name, 0) == 0 ? files.list[i].size : 0;
  }
  free(files.list);
  closedir(open);
}
