/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_poll_getpath returns the path as it was given, reports how much room it needs,
 * and fails for a handle that is not active. */
#include "fs_poll_log.h"

int main(void) {
  char buffer[8];
  char path[] = "./dir/";
  size_t size = sizeof(buffer);
  begin();
  CHECK_EQ(uv_fs_poll_getpath(&poll_handle, buffer, &size), UV_EINVAL);
  CHECK_EQ(size, 0);
  start(path);
  memset(path, '?', strlen(path));
  for (size_t room = 0; room <= sizeof(buffer); room++) {
    memset(buffer, '#', sizeof(buffer));
    size = room;
    int err = uv_fs_poll_getpath(&poll_handle, buffer, &size);
    if (room < 7) {
      CHECK_EQ(err, UV_ENOBUFS);
      CHECK_EQ(size, 7);
      CHECK_EQ(buffer[0], '#');
    } else {
      CHECK_EQ(err, 0);
      CHECK_EQ(size, 6);
      CHECK_STR(buffer, "./dir/");
      CHECK_EQ(buffer[7], '#');
    }
  }
  CHECK_EQ(uv_fs_poll_stop(&poll_handle), 0);
  size = sizeof(buffer);
  CHECK_EQ(uv_fs_poll_getpath(&poll_handle, buffer, &size), UV_EINVAL);
  CHECK_EQ(size, 0);
  CHECK_EQ(uv_fs_poll_start(&poll_handle, log_poll, "new", 1), 0);
  size = sizeof(buffer);
  CHECK_EQ(uv_fs_poll_getpath(&poll_handle, buffer, &size), 0);
  CHECK_STR(buffer, "new");
  end();
  return 0;
}
