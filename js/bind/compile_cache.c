/* SPDX-License-Identifier: MIT */
/* Bytecode of the program's files, each in a file of the compile cache
 * (js/lib/internal/modules/compile_cache.js). Mapped files stay mapped. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "engine/bytecode.h"
#include "runtime/runtime.h"

enum { PATH_SIZE = 4096 };
static const char magic[8] = "gyre-cc2";

/* The begin of such a file, followed by its bytecode. */
typedef struct {
  char magic[sizeof(magic)];
  uint64_t text; /* a hash of the text that it is of */
  uint32_t sum;  /* of the bytecode */
  uint32_t rest[3];
} gj_cache_head;

/* FNV-1a, of characters. */
static uint64_t hash_of(gj_context js, gj_value text) {
  uint64_t hash = 0xcbf29ce484222325;
  gj_chars chars;
  gj_chars_look(js, text, &chars);
  for (size_t i = 0; i < chars.length; i++) {
    hash = (hash ^ (chars.narrow != NULL ? chars.narrow[i] : chars.wide[i])) * 0x100000001b3;
  }
  gj_chars_free(&chars);
  return hash;
}

/* start(): a number that identifies the engine's build; 0 if it cannot be found. */
GJ_FUNCTION(start) {
  static _Thread_local bool is_started;
  uint32_t version = gj_bytecode_version();
  if (version != 0 && !is_started) {
    gj_runtime_at_stop(gj_bytecode_forget);
    is_started = true;
  }
  return gj_number(js, version);
}

static bool is_right(const gj_cache_head *head, size_t size, uint64_t text) {
  return memcmp(head->magic, magic, sizeof(magic)) == 0 && head->text == text &&
         head->sum == crc32(0, (const Bytef *)(head + 1), (uInt)(size - sizeof(*head)));
}

/* Anyone who can write to such a file controls the program: only the user may. */
static bool is_own(const struct stat *info) {
  return S_ISREG(info->st_mode) && info->st_uid == geteuid() &&
         (info->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* The bytecode in a file, if it belongs to that text. */
static gj_bytes map(const char *path, uint64_t text) {
  gj_bytes bytes = {NULL, 0};
  struct stat info;
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) {
    return bytes;
  }
  size_t size = fstat(fd, &info) == 0 && is_own(&info) ? (size_t)info.st_size : 0;
  if (size > sizeof(gj_cache_head) && size < UINT32_MAX) {
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data != MAP_FAILED && is_right(data, size, text)) {
      bytes = (gj_bytes){(uint8_t *)data + sizeof(gj_cache_head), size - sizeof(gj_cache_head)};
    } else if (data != MAP_FAILED) {
      munmap(data, size);
    }
  }
  close(fd);
  return bytes;
}

/* The path for a key: a text that changes keeps its path. */
static void put_path(const char *directory, uint64_t key, char path[PATH_SIZE]) {
  snprintf(path, PATH_SIZE, "%.*s/%016" PRIx64, PATH_SIZE - 64, directory, key);
}

static _Thread_local bool was_fresh; /* the last text had no bytecode */

/* run(text, url, directory, key): the value of the script, run with its bytecode if there is
 * some. */
GJ_FUNCTION(run) {
  gj_text directory;
  gj_text url;
  char path[PATH_SIZE];
  gj_bytecode_label label = {hash_of(js, argv[3]), hash_of(js, argv[0])};
  gj_text_get(js, argv[1], &url);
  gj_text_get(js, argv[2], &directory);
  put_path(directory.data, label.key, path);
  gj_text_free(&directory);
  gj_bytes bytes = map(path, label.text);
  was_fresh = bytes.data == NULL;
  gj_value value = bytes.data != NULL
                       ? gj_bytecode_run(js, argv[0], url.data, bytes, exception)
                       : gj_bytecode_run_fresh(js, argv[0], url.data, label, exception);
  gj_text_free(&url);
  return value;
}

/* wasFresh(): whether the text that was run last had no bytecode. */
GJ_FUNCTION(fresh) { return gj_bool(js, was_fresh); }

/* dropLast(): the text that was run last, and was fresh, gets none. */
GJ_FUNCTION(drop_last) {
  gj_bytecode_drop_last();
  return gj_undefined(js);
}

static bool write_file(int fd, const gj_cache_head *head, gj_bytes bytes) {
  size_t done = 0;
  bool fine = write(fd, head, sizeof(*head)) == (ssize_t)sizeof(*head);
  while (fine && done < bytes.size) {
    ssize_t now = write(fd, bytes.data + done, bytes.size - done);
    fine = now > 0;
    done += fine ? (size_t)now : 0;
  }
  return fine;
}

/* Completely, or not at all. */
static void save(const char *path, const gj_cache_head *head, gj_bytes bytes) {
  char temporary[PATH_SIZE + 16];
  snprintf(temporary, sizeof(temporary), "%s.%d", path, gettid());
  int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) {
    return;
  }
  bool fine = write_file(fd, head, bytes);
  close(fd);
  if (!fine || rename(temporary, path) != 0) {
    unlink(temporary);
  }
}

/* A cache that cannot be written is not an error of the program. */
static void take(gj_bytecode_label label, gj_bytes bytes, void *directory) {
  char path[PATH_SIZE];
  gj_cache_head head = {.text = label.text,
                        .sum = (uint32_t)crc32(0, bytes.data, (uInt)bytes.size)};
  memcpy(head.magic, magic, sizeof(magic));
  put_path(directory, label.key, path);
  save(path, &head, bytes);
}

/* save(directory): saves the bytecode of texts that had none. */
GJ_FUNCTION(save_all) {
  gj_text directory;
  gj_text_get(js, argv[0], &directory);
  gj_bytecode_take_all(take, directory.data);
  gj_text_free(&directory);
  return gj_undefined(js);
}

gj_object gj_bind_compile_cache(gj_context js) {
  static const gj_export exports[] = {{"start", start},    {"run", run},
                                      {"wasFresh", fresh}, {"dropLast", drop_last},
                                      {"save", save_all},  {NULL, NULL}};
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
