/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_scandir returns the entries of a directory sorted by their bytes, with their
 * types and without "." and "..", that after the last one it keeps returning UV_EOF, and what it
 * cannot read. */
#include <sys/socket.h>
#include <sys/un.h>

#include "fs_scratch.h"

static const struct {
  const char *name;
  uv_dirent_type_t type;
} expected[] = {
    {"...", UV_DIRENT_FILE},   {".hidden", UV_DIRENT_FILE}, {"A", UV_DIRENT_DIR},
    {"Z", UV_DIRENT_LINK},     {"a", UV_DIRENT_FILE},       {"aa", UV_DIRENT_FIFO},
    {"b b", UV_DIRENT_SOCKET}, {"z\n", UV_DIRENT_FILE},     {"\xc3\xa9", UV_DIRENT_FILE},
};
#define COUNT (sizeof(expected) / sizeof(expected[0]))

static void make_all(void) {
  CHECK_EQ(mkdir("full", 0700), 0);
  CHECK_EQ(chdir("full"), 0);
  put_text("\xc3\xa9", "");
  put_text("z\n", "");
  put_text("a", "");
  put_text(".hidden", "");
  put_text("...", "");
  CHECK_EQ(mkdir("A", 0700), 0);
  CHECK_EQ(symlink("nowhere", "Z"), 0);
  CHECK_EQ(mkfifo("aa", 0600), 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "b b"};
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK_EQ(bind(listener, (struct sockaddr *)&address, sizeof(address)), 0);
  close(listener);
  CHECK_EQ(chdir(".."), 0);
}

static void body(void) {
  uv_fs_t req;
  uv_dirent_t entry;
  int before = open_files();
  CHECK_EQ(FS(scandir, &req, "full", 0), COUNT);
  CHECK_EQ(req.fs_type, UV_FS_SCANDIR);
  CHECK_STR(req.path, "full");
  CHECK(req.ptr != NULL);
  for (size_t i = 0; i < COUNT; i++) {
    CHECK_EQ(uv_fs_scandir_next(&req, &entry), 0);
    CHECK_STR(entry.name, expected[i].name);
    CHECK(entry.type == expected[i].type || entry.type == UV_DIRENT_UNKNOWN);
  }
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_EOF);
  CHECK(req.ptr == NULL);
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_EOF);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_EOF);

  CHECK_EQ(FS(scandir, &req, "full", 0), COUNT); /* not read to the end */
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), 0);
  uv_fs_req_cleanup(&req);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_EOF);

  CHECK_EQ(FS(scandir, &req, "empty", 0), 0);
  CHECK(req.ptr == NULL);
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_EOF);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS(scandir, &req, "none", 0), UV_ENOENT);
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_ENOENT);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(scandir, "full/a", 0), UV_ENOTDIR);
  CHECK_EQ(open_files(), before);
}

static void devices(void) {
  uv_fs_t req;
  uv_dirent_t entry;
  int found = 0;
  CHECK(FS(scandir, &req, "/dev", 0) > 0);
  while (uv_fs_scandir_next(&req, &entry) == 0) {
    if (strcmp(entry.name, "null") == 0) {
      CHECK_EQ(entry.type, UV_DIRENT_CHAR);
      found++;
    }
  }
  CHECK_EQ(found, 1);
  uv_fs_req_cleanup(&req);
}

int main(void) {
  scratch_begin();
  make_all();
  CHECK_EQ(mkdir("empty", 0700), 0);
  fs_both(body);
  fs_both(devices);
  return 0;
}
