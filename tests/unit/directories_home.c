/* SPDX-License-Identifier: MIT */
/* Proves that the home directory is HOME as it is, and without it that of the effective user;
 * ENOENT if there is no such user, ENOMEM without memory. */
#include <pwd.h>
#include <unistd.h>

#include "../check.h"
#include "starve.h"
#include "uv.h"

static int read_home(void) {
  char path[4096];
  size_t size = sizeof(path);
  return uv_os_homedir(path, &size);
}

static void check_home(const char *expected) {
  size_t length = strlen(expected);
  for (size_t room = 1; room <= length + 2; room++) {
    char path[4096] = "untouched";
    size_t size = room;
    int err = uv_os_homedir(path, &size);
    CHECK_EQ(err, room > length ? 0 : UV_ENOBUFS);
    CHECK_EQ(size, room > length ? length : length + 1);
    CHECK_STR(path, room > length ? expected : "untouched");
  }
}

int main(void) {
  CHECK_EQ(setenv("HOME", "/some/where", 1), 0);
  check_home("/some/where");
  CHECK_EQ(setenv("HOME", "/slash/", 1), 0);
  check_home("/slash/");
  CHECK_EQ(setenv("HOME", "", 1), 0);
  check_home("");

  CHECK_EQ(unsetenv("HOME"), 0);
  const struct passwd *user = getpwuid(geteuid());
  if (user != NULL) {
    check_home(user->pw_dir);
  }
  char path[8];
  size_t size = 0;
  CHECK_EQ(uv_os_homedir(path, &size), UV_EINVAL);
  CHECK_EQ(uv_os_homedir(path, NULL), UV_EINVAL);
  size = sizeof(path);
  CHECK_EQ(uv_os_homedir(NULL, &size), UV_EINVAL);
  if (user != NULL) {
    starve_each(read_home);
  }
  if (geteuid() == 0) {
    uid_t nobody = 0xfffffff0u;
    while (getpwuid(nobody) != NULL) {
      nobody--;
    }
    CHECK_EQ(seteuid(nobody), 0);
    CHECK_EQ(read_home(), UV_ENOENT);
    CHECK_EQ(seteuid(0), 0);
    CHECK_EQ(starve.live, 0);
  }
  return 0;
}
