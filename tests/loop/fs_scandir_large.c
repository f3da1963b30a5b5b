/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_scandir finds every entry of a directory with thousands, in order. */
#include "fs_scratch.h"

#define COUNT 2000

static void body(void) {
  uv_fs_t req;
  uv_dirent_t entry;
  char last[NAME_MAX + 1] = "";
  static bool seen[COUNT];
  memset(seen, 0, sizeof(seen));
  CHECK_EQ(FS(scandir, &req, "many", 0), COUNT);
  for (int i = 0; i < COUNT; i++) {
    CHECK_EQ(uv_fs_scandir_next(&req, &entry), 0);
    CHECK(strcmp(last, entry.name) < 0);
    strcpy(last, entry.name);
    int number = atoi(entry.name);
    CHECK(number >= 0 && number < COUNT && !seen[number]);
    seen[number] = true;
  }
  CHECK_EQ(uv_fs_scandir_next(&req, &entry), UV_EOF);
  uv_fs_req_cleanup(&req);
}

int main(void) {
  scratch_begin();
  CHECK_EQ(mkdir("many", 0700), 0);
  for (int i = 0; i < COUNT; i++) {
    char name[NAME_MAX + 1];
    int length = snprintf(name, sizeof(name), "many/%d_", i);
    memset(name + length, 'x', (size_t)(i % 200)); /* names of all lengths */
    name[length + i % 200] = '\0';
    put_text(name, "");
  }
  fs_both(body);
  return 0;
}
