/* SPDX-License-Identifier: MIT */
/* Setting the times of files. Programs call it. */
#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>

#include "work/fs.h"

/*
 * Seconds as the system wants them, rounded to the nearest microsecond: a double of today's dates
 * is exact to a quarter of one, so 1700000000.123 is really a little less, and truncating would set
 * 0.122999.
 */
static struct timespec to_timespec(double seconds) {
  if (isnan(seconds)) {
    return (struct timespec){.tv_nsec = UTIME_OMIT};
  }
  if (isinf(seconds)) {
    return (struct timespec){.tv_nsec = UTIME_NOW};
  }
  if (seconds >= 0x1p63 || seconds < -0x1p63) { /* the file system has its own, narrower limits */
    return (struct timespec){.tv_sec = seconds < 0 ? INT64_MIN : INT64_MAX};
  }
  int64_t whole = (int64_t)seconds;
  double rest = seconds - (double)whole;
  long micros = (long)(rest * 1e6 + (rest < 0 ? -0.5 : 0.5));
  if (micros < 0) {
    micros += 1000000;
    whole--;
  }
  if (micros == 1000000) {
    micros = 0;
    whole++;
  }
  return (struct timespec){.tv_sec = whole, .tv_nsec = micros * 1000};
}

static ssize_t set_times(const gy_fs *fs, int flags) {
  struct timespec times[2] = {to_timespec(fs->access_time), to_timespec(fs->change_time)};
  return gy_fs_answer(utimensat(AT_FDCWD, fs->path, times, flags));
}

ssize_t gy_fs_time_path(gy_fs *fs) { return set_times(fs, 0); }

ssize_t gy_fs_time_link(gy_fs *fs) { return set_times(fs, AT_SYMLINK_NOFOLLOW); }

ssize_t gy_fs_time_file(gy_fs *fs) {
  struct timespec times[2] = {to_timespec(fs->access_time), to_timespec(fs->change_time)};
  return gy_fs_answer(futimens(fs->file, times));
}

int uv_fs_utime(uv_loop_t *loop, uv_fs_t *req, const char *path, double atime, double mtime,
                uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_UTIME, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->access_time = atime;
  fs->change_time = mtime;
  return gy_fs_start_path(fs, path);
}

int uv_fs_futime(uv_loop_t *loop, uv_fs_t *req, uv_file file, double atime, double mtime,
                 uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FUTIME, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  fs->access_time = atime;
  fs->change_time = mtime;
  return gy_fs_start(fs);
}

int uv_fs_lutime(uv_loop_t *loop, uv_fs_t *req, const char *path, double atime, double mtime,
                 uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_LUTIME, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->access_time = atime;
  fs->change_time = mtime;
  return gy_fs_start_path(fs, path);
}
