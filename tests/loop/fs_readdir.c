/* SPDX-License-Identifier: MIT */
/* Proves that an open directory returns every entry once, in batches of any size, then 0, and that
 * its names live until the clean-up of the request that found them. */
#include "fs_scratch.h"

#define COUNT 23

static uv_dir_t *open_directory(const char *path) {
  uv_fs_t req;
  CHECK_EQ(FS(opendir, &req, path), 0);
  CHECK_EQ(req.fs_type, UV_FS_OPENDIR);
  CHECK_STR(req.path, path);
  uv_dir_t *dir = req.ptr;
  CHECK(dir != NULL);
  uv_fs_req_cleanup(&req);
  CHECK(req.ptr == NULL);
  return dir;
}

static void close_directory(uv_dir_t *dir) {
  uv_fs_t req;
  CHECK_EQ(FS(closedir, &req, dir), 0);
  CHECK_EQ(req.fs_type, UV_FS_CLOSEDIR);
  CHECK(req.ptr == NULL);
  uv_fs_req_cleanup(&req);
}

static void note(const uv_dirent_t *entry, int *seen) {
  int number = atoi(entry->name + 1);
  CHECK(number >= 0 && number < COUNT);
  seen[number]++;
  uv_dirent_type_t type = entry->name[0] == 'd' ? UV_DIRENT_DIR : UV_DIRENT_FILE;
  CHECK(entry->type == type || entry->type == UV_DIRENT_UNKNOWN);
}

static void in_pieces(size_t piece) {
  uv_dirent_t entries[COUNT + 1];
  int seen[COUNT] = {0};
  int total = 0;
  uv_dir_t *dir = open_directory("full");
  uv_fs_t req;
  ssize_t got;
  dir->dirents = entries;
  dir->nentries = piece;
  while ((got = FS(readdir, &req, dir)) > 0) {
    CHECK_EQ(req.fs_type, UV_FS_READDIR);
    CHECK(req.ptr == dir);
    CHECK((size_t)got <= piece);
    for (ssize_t i = 0; i < got; i++) {
      note(&entries[i], seen);
    }
    total += (int)got;
    uv_fs_req_cleanup(&req);
    uv_fs_req_cleanup(&req);
  }
  CHECK_EQ(got, 0);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(readdir, dir), 0);
  CHECK_EQ(total, COUNT);
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(seen[i], 1);
  }
  close_directory(dir);
}

static void body(void) {
  uv_dirent_t entry;
  int before = open_files();
  in_pieces(1);
  in_pieces(5);
  in_pieces(COUNT);
  in_pieces(COUNT + 1);

  uv_dir_t *dir = open_directory("empty");
  dir->dirents = &entry;
  dir->nentries = 1;
  CHECK_EQ(FS_ONCE(readdir, dir), 0);
  dir->nentries = 0;
  CHECK_EQ(FS_ONCE(readdir, dir), 0);
  close_directory(dir);

  uv_fs_t req;
  CHECK_EQ(FS(opendir, &req, "none"), UV_ENOENT);
  CHECK(req.ptr == NULL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(opendir, "full/f1"), UV_ENOTDIR);
  CHECK_EQ(open_files(), before);
}

static void refused(void) {
  uv_fs_t req;
  uv_dir_t *dir = open_directory("full");
  CHECK_EQ(uv_fs_readdir(fs_loop, fs_prepare(&req), dir, fs_cb), UV_EINVAL); /* no entries */
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_readdir(fs_loop, fs_prepare(&req), NULL, fs_cb), UV_EINVAL);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(uv_fs_closedir(fs_loop, fs_prepare(&req), NULL, fs_cb), UV_EINVAL);
  uv_fs_req_cleanup(&req);
  close_directory(dir);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(mkdir("empty", 0700), 0);
  CHECK_EQ(mkdir("full", 0700), 0);
  for (int i = 0; i < COUNT; i++) {
    char name[32];
    snprintf(name, sizeof(name), "full/%c%d", i % 3 == 0 ? 'd' : 'f', i);
    if (i % 3 == 0) {
      CHECK_EQ(mkdir(name, 0700), 0);
    } else {
      put_text(name, "");
    }
  }
  fs_both(body);
  fs_both(refused);
  return 0;
}
