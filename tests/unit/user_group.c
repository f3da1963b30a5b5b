/* SPDX-License-Identifier: MIT */
/* Proves that groups are those that the C library returns, with their members, and none for an id
 * that no group has. */
#include <grp.h>
#include <unistd.h>

#include "../check.h"
#include "uv.h"

static void check_group(gid_t gid) {
  uv_group_t actual;
  CHECK_EQ(uv_os_get_group(&actual, gid), 0);
  const struct group *expected = getgrgid(gid);
  CHECK(expected != NULL);
  CHECK_STR(actual.groupname, expected->gr_name);
  CHECK_EQ(actual.gid, expected->gr_gid);
  size_t i = 0;
  for (; expected->gr_mem[i] != NULL; i++) {
    CHECK(actual.members[i] != NULL);
    CHECK_STR(actual.members[i], expected->gr_mem[i]);
  }
  CHECK(actual.members[i] == NULL);
  for (int times = 0; times < 2; times++) {
    uv_os_free_group(&actual);
    CHECK(actual.groupname == NULL);
    CHECK(actual.members == NULL);
  }
}

int main(void) {
  gid_t gids[64];
  size_t count = 0;
  const struct group *entry;
  setgrent();
  while (count < 64 && (entry = getgrent()) != NULL) {
    gids[count++] = entry->gr_gid;
  }
  endgrent();
  CHECK(count > 0);
  for (size_t i = 0; i < count; i++) {
    check_group(gids[i]);
  }
  gid_t nobody = 0xfffffff0u;
  while (getgrgid(nobody) != NULL) {
    nobody--;
  }
  uv_group_t group;
  CHECK_EQ(uv_os_get_group(&group, nobody), UV_ENOENT);
  CHECK_EQ(uv_os_get_group(NULL, 0), UV_EINVAL);
  uv_os_free_group(NULL);
  return 0;
}
