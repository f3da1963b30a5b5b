/* SPDX-License-Identifier: MIT */
/* Proves that each interface's number gives its name, in a buffer of any size, and that other
 * numbers give an error. */
#include <net/if.h>

#include "../check.h"
#include "uv.h"

typedef int namer(unsigned int ifindex, char *buffer, size_t *size);

static void check_name(namer *name_of, unsigned index, const char *expected) {
  size_t length = strlen(expected);
  for (size_t room = 1; room <= UV_IF_NAMESIZE; room++) {
    char name[UV_IF_NAMESIZE] = "untouched";
    size_t size = room;
    int err = name_of(index, name, &size);
    if (room > length) {
      CHECK_EQ(err, 0);
      CHECK_EQ(size, length);
      CHECK_STR(name, expected);
    } else {
      CHECK_EQ(err, UV_ENOBUFS);
      CHECK_EQ(size, length + 1);
      CHECK_STR(name, "untouched");
    }
  }
}

int main(void) {
  struct if_nameindex *all = if_nameindex();
  CHECK(all != NULL);
  unsigned unused = 1;
  for (struct if_nameindex *one = all; one->if_index != 0; one++) {
    check_name(uv_if_indextoname, one->if_index, one->if_name);
    check_name(uv_if_indextoiid, one->if_index, one->if_name);
    unused = one->if_index >= unused ? one->if_index + 1 : unused;
  }
  if_freenameindex(all);
  char name[UV_IF_NAMESIZE];
  size_t size = sizeof(name);
  CHECK_EQ(uv_if_indextoname(0, name, &size), UV_ENXIO);
  CHECK_EQ(uv_if_indextoiid(0, name, &size), UV_ENXIO);
  CHECK_EQ(uv_if_indextoname(unused + 1000, name, &size), UV_ENXIO);
  CHECK_EQ(uv_if_indextoname(1, NULL, &size), UV_EINVAL);
  CHECK_EQ(uv_if_indextoname(1, name, NULL), UV_EINVAL);
  size = 0;
  CHECK_EQ(uv_if_indextoname(1, name, &size), UV_EINVAL);
  CHECK_EQ(uv_if_indextoiid(1, name, &size), UV_EINVAL);
  return 0;
}
