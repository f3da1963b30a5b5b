/* SPDX-License-Identifier: MIT */
/* gyre --write-engine: reads the system's library, has it changed (relink.c), and writes it to a
 * file, if a sample that runs on it in another process says the same as on the system's library. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/beside.h"
#include "engine/engine.h"
#include "engine/memory.h"
#include "engine/prepared.h"

enum { SAMPLE_SIZE = 4096, PIECE = 65536 };

static bool read_file(const char *path, gj_bytes *file) {
  struct stat info;
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  bool is_read = fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0;
  if (is_read) {
    file->size = (size_t)info.st_size;
    file->data = gj_memory_new(file->size, "the engine");
    for (size_t done = 0; is_read && done < file->size;) {
      ssize_t now = read(fd, file->data + done, file->size - done);
      is_read = now > 0;
      done += now > 0 ? (size_t)now : 0;
    }
  }
  if (fd >= 0) {
    close(fd);
  }
  return is_read;
}

/* In pieces: the kernel keeps a file in the sizes in which it was written, and would map it in
 * pages of 2 MB. */
static bool write_bytes(int fd, const void *data, size_t size) {
  for (size_t done = 0; done < size;) {
    size_t piece = size - done < PIECE ? size - done : PIECE;
    ssize_t now = write(fd, (const char *)data + done, piece);
    if (now <= 0) {
      return false;
    }
    done += (size_t)now;
  }
  return true;
}

/* What a program in another process says that runs on the new file. */
static bool ask(const char *path, char said[SAMPLE_SIZE]) {
  int ends[2];
  size_t size = 0;
  int status = -1;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return false;
  }
  pid_t child = fork();
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    execl("/proc/self/exe", "gyre", "--try-engine", path, (char *)NULL);
    _exit(127);
  }
  close(ends[1]);
  for (ssize_t now = 1; now > 0 && size < SAMPLE_SIZE - 1;) {
    now = read(ends[0], said + size, SAMPLE_SIZE - 1 - size);
    size += now > 0 ? (size_t)now : 0;
  }
  said[size] = '\0';
  close(ends[0]);
  return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

static const char *write_proved(const char *path, gj_bytes file, const gj_prepared_key *key) {
  gj_beside_new made;
  char said[SAMPLE_SIZE];
  char expected[SAMPLE_SIZE];
  const char *error = gj_beside_create(&made, path);
  if (error != NULL) {
    return error;
  }
  if (!write_bytes(made.fd, file.data, file.size) || !write_bytes(made.fd, key, sizeof(*key)) ||
      fsync(made.fd) != 0) {
    error = strerror(errno);
  } else if (!ask(made.temporary, said) || !gj_engine_sample(expected, sizeof(expected)) ||
             strcmp(said, expected) != 0) {
    error = "a sample did not pass on the prepared engine";
  }
  return gj_beside_finish(&made, error);
}

static const char *prepare(const char *path) {
  static const char other[] = "the engine's library has a form that cannot be prepared";
  struct link_map *map = NULL;
  gj_prepared_key key = {.magic = GJ_PREPARED_MAGIC};
  gj_bytes file = {NULL, 0};
  void *engine = dlopen(GJ_ENGINE_FILE, RTLD_NOW | RTLD_GLOBAL);
  if (engine == NULL || dlinfo(engine, RTLD_DI_LINKMAP, &map) != 0) {
    return dlerror();
  }
  if (!gj_prepared_identify(map->l_name, &key) || !gj_prepared_may_fit(&key)) {
    return "the engine's library is not where the system keeps its libraries";
  }
  const char *error = read_file(map->l_name, &file) ? NULL : strerror(errno);
  if (error == NULL) {
    bool is_done = gj_relink(file, engine, map->l_addr, &key);
    error = is_done ? write_proved(path, file, &key) : other;
  }
  free(file.data);
  return error;
}

int gj_engine_prepare(const char *path) {
  const char *error = prepare(path);
  if (error != NULL) {
    fprintf(stderr, "gyre: %s: %s\n", path, error);
  }
  return error == NULL ? 0 : 1;
}
