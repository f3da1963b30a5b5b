/* SPDX-License-Identifier: MIT */
/* Proves that fs.def has each operation of uv.h exactly once, with a function of its own. */
#include "check.h"
#include "work/fs.h"

static const struct {
  uv_fs_type type;
  ssize_t (*run)(gy_fs *fs);
} all[] = {
#define GY_FS_OPERATION(type, function, again) {UV_FS_##type, function},
#include "work/fs.def"
#undef GY_FS_OPERATION
};

int main(void) {
  size_t count = sizeof(all) / sizeof(all[0]);
  int seen[UV_FS_LUTIME + 1] = {0};
  CHECK_EQ(count, UV_FS_LUTIME);
  for (size_t i = 0; i < count; i++) {
    CHECK(all[i].type > UV_FS_CUSTOM && all[i].type <= UV_FS_LUTIME);
    seen[all[i].type]++;
    for (size_t k = 0; k < i; k++) {
      CHECK(all[k].run != all[i].run);
    }
  }
  for (int type = UV_FS_OPEN; type <= UV_FS_LUTIME; type++) {
    CHECK_EQ(seen[type], 1);
  }
  return 0;
}
