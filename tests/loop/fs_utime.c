/* SPDX-License-Identifier: MIT */
/* Proves that uv_fs_utime, uv_fs_futime and uv_fs_lutime set the given times, before and after
 * 1970, with fractions, of a file, a descriptor or a link. */
#include "fs_scratch.h"

static const struct {
  double seconds;
  struct timespec expected;
} times[] = {
    {0, {0, 0}},
    {1.5, {1, 500000000}},
    {400497753.25, {400497753, 250000000}},
    {1700000000.123, {1700000000, 123000000}}, /* a double is a little less than that */
    {1700000000.999999, {1700000000, 999999000}},
    {5.9999999, {6, 0}},
    {-5.9999999, {-6, 0}},
    {2147483648.5, {2147483648, 500000000}},
    {-1, {-1, 0}},
    {-0.25, {-1, 750000000}},
    {-1.25, {-2, 750000000}},
    {-14245440.25, {-14245441, 750000000}},
    {-0.0000001, {0, 0}},
};

static void check_times(const char *path, struct timespec atime, struct timespec mtime) {
  struct stat facts = facts_of(path);
  CHECK_EQ(facts.st_atim.tv_sec, atime.tv_sec);
  CHECK_EQ(facts.st_atim.tv_nsec, atime.tv_nsec);
  CHECK_EQ(facts.st_mtim.tv_sec, mtime.tv_sec);
  CHECK_EQ(facts.st_mtim.tv_nsec, mtime.tv_nsec);
}

static void forget_times(const char *path) {
  struct timespec both[2] = {{42, 42}, {43, 43}};
  CHECK_EQ(utimensat(AT_FDCWD, path, both, AT_SYMLINK_NOFOLLOW), 0);
}

static void body(void) {
  uv_fs_t req;
  size_t count = sizeof(times) / sizeof(times[0]);
  int file = open("file", O_RDWR | O_CLOEXEC);
  for (size_t i = 0; i < count; i++) {
    size_t k = (i + 1) % count;
    double atime = times[i].seconds;
    double mtime = times[k].seconds;
    forget_times("file");
    forget_times("link");
    CHECK_EQ(FS(utime, &req, "link", atime, mtime), 0);
    CHECK_EQ(req.fs_type, UV_FS_UTIME);
    CHECK_STR(req.path, "link");
    uv_fs_req_cleanup(&req);
    check_times("file", times[i].expected, times[k].expected);
    CHECK_EQ(facts_of("link").st_mtim.tv_nsec, 43);

    forget_times("file");
    CHECK_EQ(FS(futime, &req, file, atime, mtime), 0);
    CHECK_EQ(req.fs_type, UV_FS_FUTIME);
    uv_fs_req_cleanup(&req);
    check_times("file", times[i].expected, times[k].expected);

    forget_times("file");
    CHECK_EQ(FS(lutime, &req, "link", atime, mtime), 0);
    CHECK_EQ(req.fs_type, UV_FS_LUTIME);
    uv_fs_req_cleanup(&req);
    check_times("link", times[i].expected, times[k].expected);
    check_times("file", (struct timespec){42, 42}, (struct timespec){43, 43});
  }
  close(file);
  CHECK_EQ(FS_ONCE(utime, "none", 1, 1), UV_ENOENT);
  CHECK_EQ(FS_ONCE(lutime, "none", 1, 1), UV_ENOENT);
  CHECK_EQ(FS_ONCE(futime, file, 1, 1), UV_EBADF);
  CHECK_EQ(FS_ONCE(futime, -1, 1, 1), UV_EBADF);
}

int main(void) {
  scratch_begin();
  put_text("file", "");
  CHECK_EQ(symlink("file", "link"), 0);
  fs_both(body);
  return 0;
}
