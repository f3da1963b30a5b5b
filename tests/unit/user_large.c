/* SPDX-License-Identifier: MIT */
/* Proves that entries of any length are read: a group of 5000 members, a user with a long home.
 * Each failing allocation on the way gives ENOMEM, and nothing leaks. */
#include <sched.h>
#include <sys/mount.h>

#include "fake_root.h"
#include "starve.h"
#include "uv.h"

enum { MEMBERS = 5000, HOME_LENGTH = 3000 };

static char expected_home[HOME_LENGTH + 1];

static void cover(const char *path, const char *with) {
  char full[PATH_MAX + 32];
  snprintf(full, sizeof(full), "%s%s", fake_root, with);
  if (mount(full, path, NULL, MS_BIND, NULL) != 0) {
    SKIP("may not mount");
  }
}

static int read_group(void) {
  uv_group_t group;
  int err = uv_os_get_group(&group, 4242);
  if (err != 0) {
    return err;
  }
  CHECK_STR(group.groupname, "crowd");
  for (int i = 0; i < MEMBERS; i++) {
    char name[32];
    snprintf(name, sizeof(name), "member%d", i);
    CHECK_STR(group.members[i], name);
  }
  CHECK(group.members[MEMBERS] == NULL);
  uv_os_free_group(&group);
  return 0;
}

static int read_user(void) {
  uv_passwd_t user;
  int err = uv_os_get_passwd2(&user, 4243);
  if (err != 0) {
    return err;
  }
  CHECK_STR(user.username, "far");
  CHECK_STR(user.homedir, expected_home);
  CHECK_STR(user.shell, "/bin/sh");
  CHECK_EQ(user.gid, 4242);
  uv_os_free_passwd(&user);
  return 0;
}

int main(void) {
  /* In a mount namespace with databases of its own. */
  if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) {
    SKIP("may not make a mount namespace");
  }
  fake_root_make();
  static char text[MEMBERS * 16];
  char *end = text + sprintf(text, "crowd:x:4242:");
  for (int i = 0; i < MEMBERS; i++) {
    end += sprintf(end, "%smember%d", i == 0 ? "" : ",", i);
  }
  strcpy(end, "\n");
  fake_file("/group", text);
  memset(expected_home, 'h', HOME_LENGTH);
  expected_home[0] = '/';
  sprintf(text, "far:x:4243:4242::%s:/bin/sh\n", expected_home);
  fake_file("/passwd", text);
  fake_file("/nsswitch.conf", "passwd: files\ngroup: files\n");
  cover("/etc/group", "/group");
  cover("/etc/passwd", "/passwd");
  if (access("/etc/nsswitch.conf", F_OK) == 0) {
    cover("/etc/nsswitch.conf", "/nsswitch.conf");
  }
  CHECK_EQ(read_group(), 0);
  CHECK_EQ(read_user(), 0);
  starve_each(read_group);
  starve_each(read_user);
  uv_group_t group;
  CHECK_EQ(uv_os_get_group(&group, 4244), UV_ENOENT);
  CHECK_EQ(starve.live, 0);
  return 0;
}
