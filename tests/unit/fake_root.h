/* SPDX-License-Identifier: MIT */
/* A directory with fake files, for code that reads system files below a root. */
#ifndef GY_TEST_FAKE_ROOT_H
#define GY_TEST_FAKE_ROOT_H

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"

static char fake_root[PATH_MAX];

static inline int fake_remove_one(const char *path, const struct stat *status, int kind,
                                  struct FTW *where) {
  (void)status;
  (void)kind;
  (void)where;
  return remove(path);
}

static inline void fake_root_remove(void) {
  if (fake_root[0] != '\0') {
    nftw(fake_root, fake_remove_one, 16, FTW_DEPTH | FTW_PHYS);
    fake_root[0] = '\0';
  }
}

/* An empty root; the previous one, if any, is removed. */
static inline const char *fake_root_make(void) {
  static int registered;
  if (!registered) {
    registered = 1;
    atexit(fake_root_remove);
  }
  fake_root_remove();
  const char *base = getenv("TMPDIR");
  snprintf(fake_root, sizeof(fake_root), "%s/fake-root-XXXXXX", base != NULL ? base : "/tmp");
  CHECK(mkdtemp(fake_root) != NULL);
  return fake_root;
}

/* Writes LENGTH bytes of TEXT to PATH, which begins with a slash; makes directories. */
static inline void fake_bytes(const char *path, const char *text, size_t length) {
  char full[PATH_MAX];
  CHECK((size_t)snprintf(full, sizeof(full), "%s%s", fake_root, path) < sizeof(full));
  for (char *slash = full + strlen(fake_root) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = '\0';
    CHECK(mkdir(full, 0700) == 0 || errno == EEXIST);
    *slash = '/';
  }
  /* Not O_TRUNC: some file systems then wait for the disk when the file is closed. */
  int fd = open(full, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  CHECK(fd >= 0);
  CHECK_EQ(write(fd, text, length), length);
  CHECK_EQ(ftruncate(fd, (off_t)length), 0);
  close(fd);
}

static inline void fake_file(const char *path, const char *text) {
  fake_bytes(path, text, strlen(text));
}

#endif
