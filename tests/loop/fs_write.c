/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_write writes one buffer or many, also empty ones, at the position or at an
 * offset, leaves the program's array unchanged, and reports errors. */
#include "fs_scratch.h"

#define MANY 2500 /* more than twice what one system call takes */

static void at_position_or_offset(void) {
  uv_fs_t req;
  uv_buf_t bufs[3] = {buffer("abc", 3), buffer("", 0), buffer("defg", 4)};
  put_text("file", "");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS(write, &req, file, bufs, 1, -1), 3);
  CHECK_EQ(req.fs_type, UV_FS_WRITE);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(FS_ONCE(write, file, bufs, 3, -1), 7);
  check_text("file", "abcabcdefg");
  CHECK_EQ(FS_ONCE(write, file, bufs + 2, 1, 1), 4);
  CHECK_EQ(FS_ONCE(write, file, bufs, 3, 5), 7);
  check_text("file", "adefgabcdefg");
  CHECK_EQ(lseek(file, 0, SEEK_CUR), 10);
  CHECK_EQ(FS_ONCE(write, file, bufs, 1, INT64_MIN), 3);
  check_text("file", "adefgabcdeabc");
  CHECK_EQ(close(file), 0);
  file = open("file", O_WRONLY | O_APPEND | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(write, file, bufs, 1, -1), 3);
  check_text("file", "adefgabcdeabcabc");
  CHECK_EQ(close(file), 0);
}

static void empty(void) {
  uv_buf_t none[3] = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
  uv_buf_t late[4] = {{NULL, 0}, {NULL, 0}, buffer("x", 1), {NULL, 0}};
  put_text("file", "");
  int file = open("file", O_RDWR | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(write, file, none, 1, -1), 0);
  CHECK_EQ(FS_ONCE(write, file, none, 3, 0), 0);
  CHECK_EQ(FS_ONCE(write, file, late, 4, -1), 1);
  check_text("file", "x");
  static uv_buf_t hidden[1101]; /* after more empty buffers than one system call takes */
  hidden[1100] = buffer("y", 1);
  CHECK_EQ(FS_ONCE(write, file, hidden, 1101, -1), 1);
  check_text("file", "xy");
  CHECK_EQ(close(file), 0);
  CHECK_EQ(FS_ONCE(write, file, none, 3, 0), UV_EBADF);
}

static void many(void) {
  static char content[2 * MANY];
  static uv_buf_t bufs[MANY];
  static uv_buf_t kept[MANY];
  size_t used = 0;
  for (int i = 0; i < MANY; i++) {
    bufs[i] = buffer(content + used, (size_t)(i >= 1024 && i < 2100 ? 0 : i % 3));
    for (size_t k = 0; k < bufs[i].len; k++) {
      content[used++] = (char)('a' + (i + (int)k) % 26);
    }
  }
  memcpy(kept, bufs, sizeof(bufs));
  for (int64_t offset = -1; offset <= 2; offset += 3) {
    put_text("file", "??");
    int file = open("file", O_RDWR | O_CLOEXEC);
    CHECK_EQ(lseek(file, 2, SEEK_SET), 2);
    CHECK_EQ(FS_ONCE(write, file, bufs, MANY, offset), used);
    CHECK_EQ(memcmp(kept, bufs, sizeof(bufs)), 0);
    CHECK_EQ(lseek(file, 0, SEEK_CUR), offset < 0 ? 2 + (off_t)used : 2);
    char *found = malloc(used + 2);
    CHECK_EQ(pread(file, found, used + 2, 0), used + 2);
    CHECK_EQ(memcmp(found, "??", 2), 0);
    CHECK_EQ(memcmp(found + 2, content, used), 0);
    free(found);
    CHECK_EQ(close(file), 0);
  }
}

static void errors(void) {
  uv_buf_t buf = buffer("x", 1);
  CHECK_EQ(FS_ONCE(write, -1, &buf, 1, -1), UV_EBADF);
  int file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(write, file, &buf, 1, 0), UV_EBADF);
  CHECK_EQ(close(file), 0);
}

static void body(void) {
  at_position_or_offset();
  empty();
  many();
  errors();
}

int main(void) {
  scratch_begin();
  fs_both(body);
  return 0;
}
