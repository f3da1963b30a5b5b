/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_mkdtemp and uv_fs_mkstemp make something new from a template, leave the
 * template alone, return the name, and refuse an invalid template. */
#include "fs_scratch.h"

static void directories(void) {
  static const char template[] = "d_XXXXXX";
  uv_fs_t first;
  uv_fs_t second;
  CHECK_EQ(FS(mkdtemp, &first, template), 0);
  CHECK_EQ(FS(mkdtemp, &second, template), 0);
  CHECK_EQ(first.fs_type, UV_FS_MKDTEMP);
  CHECK_STR(template, "d_XXXXXX");
  CHECK(strncmp(first.path, "d_", 2) == 0 && strlen(first.path) == 8);
  CHECK(strcmp(first.path, second.path) != 0);
  CHECK_EQ(facts_of(first.path).st_mode, S_IFDIR | 0700);
  CHECK_EQ(facts_of(second.path).st_mode, S_IFDIR | 0700);
  uv_fs_req_cleanup(&first);
  uv_fs_req_cleanup(&second);
  CHECK(first.path == NULL);
  CHECK_EQ(FS_ONCE(mkdtemp, "d_XXXXX"), UV_EINVAL);
  CHECK_EQ(FS_ONCE(mkdtemp, "XXXXXXd"), UV_EINVAL);
  CHECK_EQ(FS_ONCE(mkdtemp, ""), UV_EINVAL);
  CHECK_EQ(FS_ONCE(mkdtemp, "none/XXXXXX"), UV_ENOENT);
}

static void files(void) {
  static const char template[] = "f_XXXXXX";
  uv_fs_t first;
  uv_fs_t second;
  int a = (int)FS(mkstemp, &first, template);
  int b = (int)FS(mkstemp, &second, template);
  CHECK(a >= 0 && b >= 0 && a != b);
  CHECK_EQ(first.fs_type, UV_FS_MKSTEMP);
  CHECK_STR(template, "f_XXXXXX");
  CHECK(strncmp(first.path, "f_", 2) == 0 && strlen(first.path) == 8);
  CHECK(strcmp(first.path, second.path) != 0);
  CHECK_EQ(fcntl(a, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
  CHECK_EQ(fcntl(a, F_GETFL) & O_ACCMODE, O_RDWR);
  CHECK_EQ(facts_of(first.path).st_mode, S_IFREG | 0600);
  CHECK_EQ(write(a, "x", 1), 1);
  check_text(first.path, "x");
  check_text(second.path, "");
  close(a);
  close(b);
  uv_fs_req_cleanup(&first);
  uv_fs_req_cleanup(&second);

  CHECK_EQ(FS(mkstemp, &first, "f_XXXXX"), UV_EINVAL);
  CHECK_STR(first.path, "");
  uv_fs_req_cleanup(&first);
  CHECK_EQ(FS(mkstemp, &first, "none/XXXXXX"), UV_ENOENT);
  CHECK_STR(first.path, "");
  uv_fs_req_cleanup(&first);
  CHECK_EQ(FS_ONCE(mkstemp, ""), UV_EINVAL);
}

int main(void) {
  scratch_begin();
  fs_both(directories);
  fs_both(files);
  return 0;
}
