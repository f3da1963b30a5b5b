/* SPDX-License-Identifier: MIT */
#include "engine/beside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int open_path(char path[GJ_BESIDE_PATH], const char *ending, const char *lib, size_t size) {
  snprintf(path + size, GJ_BESIDE_PATH - size, "%s.%s", lib, ending);
  return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
}

static int is_trusted(int fd, struct stat *info) {
  struct stat program;
  return fstat(fd, info) == 0 && S_ISREG(info->st_mode) && (info->st_mode & 022) == 0 &&
         (info->st_uid == 0 ||
          (stat("/proc/self/exe", &program) == 0 && info->st_uid == program.st_uid));
}

int gj_beside_open(const char *ending, char path[GJ_BESIDE_PATH], struct stat *info) {
  static const char bin[] = "/bin/gyre", lib[] = "/lib/gyre/gyre";
  ssize_t size = readlink("/proc/self/exe", path, GJ_BESIDE_PATH - sizeof(lib) - strlen(ending));
  if (size <= 0) {
    return -1;
  }
  size_t prefix = (size_t)size - (sizeof(bin) - 1);
  int fd = open_path(path, ending, "", (size_t)size);
  if (fd < 0 && (size_t)size >= sizeof(bin) && memcmp(path + prefix, bin, sizeof(bin) - 1) == 0) {
    fd = open_path(path, ending, lib, prefix);
  }
  if (fd >= 0 && !is_trusted(fd, info)) {
    close(fd);
    fd = -1;
  }
  return fd;
}

const char *gj_beside_create(gj_beside_new *file, const char *path) {
  struct stat there;
  file->path = path;
  if (path[0] == '\0') {
    return strerror(ENOENT);
  }
  if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) {
    return "this is not a regular file";
  }
  /* Without a "/" the loader would look for a library of that name. */
  const char *here = strchr(path, '/') == NULL ? "./" : "";
  int size = snprintf(file->temporary, sizeof(file->temporary), "%s%s.%d", here, path, getpid());
  if ((size_t)size >= sizeof(file->temporary)) {
    return strerror(ENAMETOOLONG);
  }
  file->fd = open(file->temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  return file->fd < 0 ? strerror(errno) : NULL;
}

const char *gj_beside_finish(gj_beside_new *file, const char *error) {
  close(file->fd);
  if (error == NULL && rename(file->temporary, file->path) != 0) {
    error = strerror(errno);
  }
  if (error != NULL) {
    unlink(file->temporary);
  }
  return error;
}
