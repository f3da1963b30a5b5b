/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_event_getpath returns the path as it was given, reports how much room it needs,
 * and fails for a handle that is not active. */
#include "fs_event_log.h"

int main(void) {
  uv_fs_event_t handle;
  char buffer[8];
  char path[] = "./dir/";
  size_t size = sizeof(buffer);
  begin();
  CHECK_EQ(mkdir("dir", 0700), 0);
  init_handle(&handle, "a");
  CHECK_EQ(uv_fs_event_getpath(&handle, buffer, &size), UV_EINVAL);
  CHECK_EQ(size, 0);

  CHECK_EQ(uv_fs_event_start(&handle, log_event, path, 0), 0);
  memset(path, '?', strlen(path));
  for (size_t room = 0; room <= sizeof(buffer); room++) {
    memset(buffer, '#', sizeof(buffer));
    size = room;
    int err = uv_fs_event_getpath(&handle, buffer, &size);
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
  CHECK_EQ(uv_fs_event_stop(&handle), 0);
  size = sizeof(buffer);
  CHECK_EQ(uv_fs_event_getpath(&handle, buffer, &size), UV_EINVAL);
  CHECK_EQ(size, 0);
  end();
  return 0;
}
