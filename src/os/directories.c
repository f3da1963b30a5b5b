/* SPDX-License-Identifier: MIT */
/* Directories of a process: the working directory, that of its program, its user's home, that for
 * temporary files. Programs call it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "os/environment.h"
#include "uv.h"

/* A working directory whose path is longer than what can be opened by its path. */
static int long_cwd(char *buffer, size_t *size) {
  char *path = NULL;
  int err = UV_ERANGE;
  for (size_t room = (size_t)2 * PATH_MAX; err == UV_ERANGE; room *= 2) {
    gy_free(path);
    path = gy_alloc(room);
    if (path == NULL) {
      return UV_ENOMEM;
    }
    err = getcwd(path, room) == NULL ? -errno : 0;
  }
  if (err == 0) {
    err = gy_buffer_put(buffer, size, path, strlen(path));
  }
  gy_free(path);
  return err;
}

int uv_cwd(char *buffer, size_t *size) {
  int err = gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  char path[PATH_MAX];
  if (getcwd(path, sizeof(path)) == NULL) {
    return errno == ERANGE ? long_cwd(buffer, size) : -errno;
  }
  return gy_buffer_put(buffer, size, path, strlen(path));
}

int uv_chdir(const char *dir) { return chdir(dir) == 0 ? 0 : -errno; }

int uv_exepath(char *buffer, size_t *size) {
  int err = gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  ssize_t length = 0;
  if (*size > 1) {
    length = readlink("/proc/self/exe", buffer, *size - 1);
    if (length < 0) {
      return -errno;
    }
  }
  buffer[length] = '\0';
  *size = (size_t)length;
  return 0;
}

int uv_os_homedir(char *buffer, size_t *size) {
  int err = gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  const char *home = gy_environment_get("HOME");
  if (home != NULL) {
    return gy_buffer_put(buffer, size, home, strlen(home));
  }
  uv_passwd_t user;
  err = uv_os_get_passwd(&user);
  if (err != 0) {
    return err;
  }
  err = user.homedir == NULL ? UV_ENOENT
                             : gy_buffer_put(buffer, size, user.homedir, strlen(user.homedir));
  uv_os_free_passwd(&user);
  return err;
}

int uv_os_tmpdir(char *buffer, size_t *size) {
  static const char *const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};
  int err = gy_buffer_check(buffer, size);
  if (err != 0) {
    return err;
  }
  const char *path = NULL;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]) && path == NULL; i++) {
    path = gy_environment_get(names[i]);
  }
  if (path == NULL) {
    path = "/tmp";
  }
  size_t length = strlen(path);
  if (length > 1 && path[length - 1] == '/') {
    length--;
  }
  return gy_buffer_put(buffer, size, path, length);
}
