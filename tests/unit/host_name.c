/* SPDX-License-Identifier: MIT */
/* Proves that the name of the host is that of uname, in a buffer of any size. */
#include <sys/utsname.h>

#include "../check.h"
#include "uv.h"

int main(void) {
  struct utsname system;
  CHECK_EQ(uname(&system), 0);
  size_t length = strlen(system.nodename);
  for (size_t room = 1; room <= UV_MAXHOSTNAMESIZE; room++) {
    char name[UV_MAXHOSTNAMESIZE] = "untouched";
    size_t size = room;
    int err = uv_os_gethostname(name, &size);
    if (room > length) {
      CHECK_EQ(err, 0);
      CHECK_EQ(size, length);
      CHECK_STR(name, system.nodename);
    } else {
      CHECK_EQ(err, UV_ENOBUFS);
      CHECK_EQ(size, length + 1);
      CHECK_STR(name, "untouched");
    }
  }
  char name[8];
  size_t size = 0;
  CHECK_EQ(uv_os_gethostname(name, &size), UV_EINVAL);
  CHECK_EQ(uv_os_gethostname(name, NULL), UV_EINVAL);
  size = sizeof(name);
  CHECK_EQ(uv_os_gethostname(NULL, &size), UV_EINVAL);
  return 0;
}
