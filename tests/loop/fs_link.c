/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_link makes a second name, that uv_fs_symlink makes a link with the given text,
 * whatever its flags, and that both report errors. */
#include "fs_scratch.h"

static void body(void) {
  uv_fs_t req;
  char text[32] = "";
  put_text("file", "content");
  CHECK_EQ(FS(link, &req, "file", "second"), 0);
  CHECK_EQ(req.fs_type, UV_FS_LINK);
  CHECK_STR(req.path, "file");
  uv_fs_req_cleanup(&req);
  CHECK_EQ(facts_of("second").st_ino, facts_of("file").st_ino);
  CHECK_EQ(FS_ONCE(link, "file", "second"), UV_EEXIST);
  CHECK_EQ(FS_ONCE(link, "none", "third"), UV_ENOENT);

  int flags[] = {0, UV_FS_SYMLINK_DIR, UV_FS_SYMLINK_JUNCTION, -1};
  for (int i = 0; i < 4; i++) {
    CHECK_EQ(FS(symlink, &req, "some/where", "link", flags[i]), 0);
    CHECK_EQ(req.fs_type, UV_FS_SYMLINK);
    CHECK_STR(req.path, "some/where");
    uv_fs_req_cleanup(&req);
    CHECK_EQ(readlink("link", text, sizeof(text)), 10);
    CHECK_STR(text, "some/where");
    CHECK_EQ(FS_ONCE(symlink, "elsewhere", "link", flags[i]), UV_EEXIST);
    CHECK_EQ(unlink("link"), 0);
  }
  CHECK_EQ(FS_ONCE(symlink, "", "link", 0), UV_ENOENT);
  CHECK_EQ(unlink("second"), 0);
}

int main(void) {
  scratch_begin();
  fs_both(body);
  return 0;
}
