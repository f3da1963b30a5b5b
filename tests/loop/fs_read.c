/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_read reads at the file's position or at an offset, into one buffer or many,
 * returns less at the end of the file, and reports errors. */
#include "fs_scratch.h"

#define MANY 1500 /* more than one system call takes */

static void at_position_or_offset(void) {
  char bytes[8] = "";
  uv_fs_t req;
  uv_buf_t buf = buffer(bytes, 4);
  int file = open("ten", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(FS(read, &req, file, &buf, 1, -1), 4);
  CHECK_EQ(req.fs_type, UV_FS_READ);
  uv_fs_req_cleanup(&req);
  CHECK_EQ(memcmp(bytes, "0123", 4), 0);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, 7), 3);
  CHECK_EQ(memcmp(bytes, "7893", 4), 0);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, INT64_MIN), 4);
  CHECK_EQ(memcmp(bytes, "4567", 4), 0);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, -1), 2);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, -1), 0);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, 10), 0);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, 0), 4);
  buf.len = 0;
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, 0), 0);
  CHECK_EQ(close(file), 0);
}

static void into_several(void) {
  char bytes[6][3];
  uv_buf_t bufs[6];
  int file = open("ten", O_RDONLY | O_CLOEXEC);
  for (unsigned count = 2; count <= 6; count++) { /* small arrays are copied otherwise */
    memset(bytes, '-', sizeof(bytes));
    for (unsigned i = 0; i < count; i++) {
      bufs[i] = buffer(bytes[i], i % 3 + 1);
    }
    CHECK_EQ(lseek(file, 2, SEEK_SET), 2);
    ssize_t expected = count == 2 ? 3 : count == 3 ? 6 : count == 4 ? 7 : 8;
    CHECK_EQ(FS_ONCE(read, file, bufs, count, -1), expected);
    CHECK_EQ(memcmp(bytes[0], "2--", 3), 0);
    CHECK_EQ(memcmp(bytes[1], "34-", 3), 0);
    CHECK_EQ(FS_ONCE(read, file, bufs, count, 5), count == 2 ? 3 : 5);
    CHECK_EQ(memcmp(bytes[0], "5--", 3), 0);
    CHECK_EQ(memcmp(bytes[1], "67-", 3), 0);
    CHECK_EQ(lseek(file, 0, SEEK_CUR), 2 + expected);
  }
  CHECK_EQ(close(file), 0);
}

static void into_many(void) {
  static char bytes[MANY];
  static char content[MANY];
  static uv_buf_t bufs[MANY];
  for (int i = 0; i < MANY; i++) {
    content[i] = (char)('a' + i % 26);
    bufs[i] = buffer(&bytes[i], 1);
  }
  put_file("many", content, MANY);
  int file = open("many", O_RDONLY | O_CLOEXEC);
  memset(bytes, 0, MANY);
  ssize_t got = FS_ONCE(read, file, bufs, MANY, -1);
  CHECK(got >= 1024 && got <= MANY);
  CHECK_EQ(memcmp(bytes, content, (size_t)got), 0);
  CHECK_EQ(lseek(file, 0, SEEK_CUR), got);
  memset(bytes, 0, MANY);
  CHECK_EQ(FS_ONCE(read, file, bufs, MANY, MANY - 5), 5);
  CHECK_EQ(memcmp(bytes, content + MANY - 5, 5), 0);
  CHECK_EQ(close(file), 0);
}

static void errors(void) {
  char byte = 0;
  uv_buf_t buf = buffer(&byte, 1);
  int file = open(".", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, -1), UV_EISDIR);
  CHECK_EQ(close(file), 0);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, -1), UV_EBADF);
  CHECK_EQ(FS_ONCE(read, -1, &buf, 1, 0), UV_EBADF);
  file = open("ten", O_WRONLY | O_CLOEXEC);
  CHECK_EQ(FS_ONCE(read, file, &buf, 1, -1), UV_EBADF);
  CHECK_EQ(close(file), 0);
  int ends[2];
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(FS_ONCE(read, ends[0], &buf, 1, 0), UV_ESPIPE);
  CHECK_EQ(write(ends[1], "x", 1), 1);
  CHECK_EQ(FS_ONCE(read, ends[0], &buf, 1, -1), 1);
  CHECK_EQ(byte, 'x');
  close(ends[0]);
  close(ends[1]);
}

static void body(void) {
  at_position_or_offset();
  into_several();
  into_many();
  errors();
}

int main(void) {
  scratch_begin();
  put_text("ten", "0123456789");
  fs_both(body);
  return 0;
}
