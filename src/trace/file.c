/* SPDX-License-Identifier: MIT */
/* Opening the file that a trace goes to: see file.h. */
#include "trace/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <unistd.h>

#include "uv.h"

#define FLAGS (O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
#define ATTEMPTS 8 /* another process may create and remove it all the time */

/* The file that this process created last. Its owner may be another user: some file systems, and
 * servers, assign every file to one user. */
static dev_t made_device;
static ino_t made_number;

static int judge(const struct stat *file) {
  if (!S_ISREG(file->st_mode)) {
    return UV_EFTYPE;
  }
  bool is_made = file->st_dev == made_device && file->st_ino == made_number;
  if (file->st_uid != geteuid() && !is_made) {
    return UV_EPERM;
  }
  return file->st_nlink > 1 ? UV_EMLINK : 0;
}

static int open_old(const char *path) {
  struct stat now;
  int file = open(path, FLAGS);
  if (file < 0) {
    return errno == ENXIO ? UV_EFTYPE : -errno; /* a pipe that nobody reads, or a socket */
  }
  int err = fstat(file, &now) != 0 ? -errno : judge(&now);
  if (err != 0) {
    close(file);
    return err;
  }
  return file;
}

static int open_new(const char *path) {
  struct stat now;
  int file = open(path, FLAGS | O_CREAT | O_EXCL, 0600);
  if (file < 0) {
    return -errno;
  }
  if (fstat(file, &now) == 0) {
    made_device = now.st_dev;
    made_number = now.st_ino;
  }
  return file;
}

int gy_trace_file_open(const char *path) {
  int file = UV_ENOENT;
  for (int i = 0; i < ATTEMPTS && file == UV_ENOENT; i++) {
    file = open_new(path);
    if (file == UV_EEXIST) {
      file = open_old(path);
    } else if (file == UV_ENOENT) {
      return file; /* the directory */
    }
  }
  return file;
}
