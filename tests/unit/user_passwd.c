/* SPDX-License-Identifier: MIT */
/*
 * Proves that users are those that the C library returns: the effective one, every other one, and
 * none for an id that nobody has; and that freeing twice does no harm.
 */
#include <pwd.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void check_user(const uv_passwd_t *actual, uid_t uid) {
  const struct passwd *expected = getpwuid(uid);
  CHECK(expected != NULL);
  CHECK_STR(actual->username, expected->pw_name);
  CHECK_STR(actual->homedir, expected->pw_dir);
  CHECK_STR(actual->shell, expected->pw_shell);
  CHECK_EQ(actual->uid, expected->pw_uid);
  CHECK_EQ(actual->gid, expected->pw_gid);
}

static void check_freed(uv_passwd_t *user) {
  uv_os_free_passwd(user);
  CHECK(user->username == NULL);
  CHECK(user->homedir == NULL);
  CHECK(user->shell == NULL);
}

int main(void) {
  uv_passwd_t user;
  CHECK_EQ(uv_os_get_passwd(NULL), UV_EINVAL);
  CHECK_EQ(uv_os_get_passwd2(NULL, 0), UV_EINVAL);
  if (getpwuid(geteuid()) != NULL) {
    CHECK_EQ(uv_os_get_passwd(&user), 0);
    check_user(&user, geteuid());
    check_freed(&user);
    check_freed(&user);
  }
  uv_os_free_passwd(NULL);

  uid_t uids[64];
  size_t count = 0;
  const struct passwd *entry;
  setpwent();
  while (count < 64 && (entry = getpwent()) != NULL) {
    uids[count++] = entry->pw_uid;
  }
  endpwent();
  CHECK(count > 0);
  for (size_t i = 0; i < count; i++) {
    CHECK_EQ(uv_os_get_passwd2(&user, uids[i]), 0);
    check_user(&user, uids[i]);
    check_freed(&user);
  }

  uid_t nobody = 0xfffffff0u;
  while (getpwuid(nobody) != NULL) {
    nobody--;
  }
  CHECK_EQ(uv_os_get_passwd2(&user, nobody), UV_ENOENT);
  if (geteuid() == 0) {
    CHECK_EQ(seteuid(nobody), 0);
    CHECK_EQ(uv_os_get_passwd(&user), UV_ENOENT);
    CHECK_EQ(seteuid(0), 0);
  }
  return 0;
}
