/* SPDX-License-Identifier: MIT */
/* Facts about files and file systems. Programs call it. */
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/alloc.h"
#include "io/uring.h"
#include "work/fs.h"

/* If this many requests wait for a thread, the loop's own thread may do one of them. It takes twice
 * as long as the threads do, so the number should not be lower. */
#define POOL_BEHIND 32

/* Set when the kernel, or a filter before it, does not support statx(2). */
static atomic_bool statx_refused;

static uv_timespec_t time_of(const struct statx_timestamp *time) {
  return (uv_timespec_t){.tv_sec = (long)time->tv_sec, .tv_nsec = (long)time->tv_nsec};
}

static uv_timespec_t old_time_of(const struct timespec *time) {
  return (uv_timespec_t){.tv_sec = (long)time->tv_sec, .tv_nsec = time->tv_nsec};
}

static void fill(uv_stat_t *to, const struct statx *from) {
  bool born = (from->stx_mask & STATX_BTIME) != 0;
  *to = (uv_stat_t){
      .st_dev = makedev(from->stx_dev_major, from->stx_dev_minor),
      .st_mode = from->stx_mode,
      .st_nlink = from->stx_nlink,
      .st_uid = from->stx_uid,
      .st_gid = from->stx_gid,
      .st_rdev = makedev(from->stx_rdev_major, from->stx_rdev_minor),
      .st_ino = from->stx_ino,
      .st_size = from->stx_size,
      .st_blksize = from->stx_blksize,
      .st_blocks = from->stx_blocks,
      .st_atim = time_of(&from->stx_atime),
      .st_mtim = time_of(&from->stx_mtime),
      .st_ctim = time_of(&from->stx_ctime),
      .st_birthtim = time_of(born ? &from->stx_btime : &from->stx_ctime),
  };
}

static void fill_old(uv_stat_t *to, const struct stat *from) {
  *to = (uv_stat_t){
      .st_dev = from->st_dev,
      .st_mode = from->st_mode,
      .st_nlink = from->st_nlink,
      .st_uid = from->st_uid,
      .st_gid = from->st_gid,
      .st_rdev = from->st_rdev,
      .st_ino = from->st_ino,
      .st_size = (uint64_t)from->st_size,
      .st_blksize = (uint64_t)from->st_blksize,
      .st_blocks = (uint64_t)from->st_blocks,
      .st_atim = old_time_of(&from->st_atim),
      .st_mtim = old_time_of(&from->st_mtim),
      .st_ctim = old_time_of(&from->st_ctim),
      .st_birthtim = old_time_of(&from->st_ctim),
  };
}

/*
 * With statx(2), because only that has the time of birth. If it fails and fstatat(2) does not, the
 * file is not the reason: old kernels do not have it, filters of containers return EPERM or
 * nonsense (even a positive number), some network file systems return EOPNOTSUPP or EINVAL.
 */
static ssize_t look(gy_fs *fs, int directory, const char *path, int flags) {
  struct statx now;
  struct stat old;
  int err = UV_ENOSYS;
  if (!atomic_load_explicit(&statx_refused, memory_order_relaxed)) {
    int returned = statx(directory, path, flags, STATX_BASIC_STATS | STATX_BTIME, &now);
    err = returned < 0 ? -errno : returned;
  }
  if (err == 0) {
    fill(&fs->statbuf, &now);
    fs->ptr = &fs->statbuf;
    return 0;
  }
  if (err < 0 && err != UV_ENOSYS && err != UV_EPERM && err != UV_ENOTSUP && err != UV_EINVAL) {
    return err;
  }
  ssize_t result = gy_fs_answer(fstatat(directory, path, &old, flags));
  if (result == 0) {
    if (err != UV_ENOTSUP && err != UV_EINVAL) {
      atomic_store_explicit(&statx_refused, true, memory_order_relaxed);
    }
    fill_old(&fs->statbuf, &old);
    fs->ptr = &fs->statbuf;
  }
  return result;
}

ssize_t gy_fs_stat_path(gy_fs *fs) { return look(fs, AT_FDCWD, fs->path, 0); }

int uv_fs_stat(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_STAT, cb);
  return fs == NULL ? UV_EINVAL : gy_fs_start_path(fs, path);
}

ssize_t gy_fs_stat_link(gy_fs *fs) { return look(fs, AT_FDCWD, fs->path, AT_SYMLINK_NOFOLLOW); }

int uv_fs_lstat(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_LSTAT, cb);
  return fs == NULL ? UV_EINVAL : gy_fs_start_path(fs, path);
}

/* AT_FDCWD is a negative number too, and would be the working directory. */
ssize_t gy_fs_stat_file(gy_fs *fs) {
  return fs->file < 0 ? UV_EBADF : look(fs, fs->file, "", AT_EMPTY_PATH);
}

/*
 * The flag not to wait for a server makes no difference on a local mount, and elsewhere the result
 * is not used.
 */
bool gy_fs_stat_here(gy_fs *fs) {
  const unsigned wanted = STATX_BASIC_STATS | STATX_BTIME | GY_FS_MOUNT_ID;
  struct statx now;
  if (fs->file < 0 || statx(fs->file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, wanted, &now) != 0) {
    return false;
  }
  gy_fs_mount mount = gy_fs_mount_find(&now);
  fs->learn = mount == GY_FS_MOUNT_UNKNOWN;
  if (mount != GY_FS_MOUNT_LOCAL) {
    return false;
  }
  fill(&fs->statbuf, &now);
  fs->ptr = &fs->statbuf;
  return true;
}

bool gy_fs_is_look(const gy_fs *fs) {
  return fs->fs_type == UV_FS_STAT || fs->fs_type == UV_FS_LSTAT;
}

/* A descriptor for PATH that can only be used to look at it. */
static int open_look(const gy_fs *fs, uint64_t resolve) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = resolve};
  how.flags |= fs->fs_type == UV_FS_LSTAT ? O_NOFOLLOW : 0;
  return (int)syscall(SYS_openat2, AT_FDCWD, fs->path, &how, sizeof(how));
}

static bool look_from_memory(gy_fs *fs) {
  fs->file = open_look(fs, RESOLVE_CACHED);
  if (fs->file < 0) {
    return false;
  }
  bool found = gy_fs_stat_here(fs);
  close(fs->file);
  return found;
}

/*
 * Only while all requests that the loop has at the pool are looks too: then nothing that matters is
 * overtaken. It pays off if the threads continue meanwhile. If they cannot, because there is no CPU
 * for them, the work is better left to them.
 */
bool gy_fs_look_here(gy_fs *fs) {
  gy_loop *loop = gy_loop_of(fs->loop);
  uint32_t queued = gy_pool_queued();
  if (queued < POOL_BEHIND || loop->work.looks != loop->work.count || !gy_ring_allowed() ||
      !gy_spin_may_go_long(&loop->sleep.look)) {
    return false;
  }
  bool found = look_from_memory(fs);
  gy_spin_settle(&loop->sleep.look, found && gy_pool_queued() < queued);
  return found;
}

void gy_fs_look_learn(gy_fs *fs) {
  fs->file = open_look(fs, 0);
  if (fs->file >= 0) {
    gy_fs_mount_learn(fs->file);
    close(fs->file);
  }
}

int uv_fs_fstat(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FSTAT, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  return gy_fs_start(fs);
}

ssize_t gy_fs_stat_system(gy_fs *fs) {
  struct statfs found;
  ssize_t result = gy_fs_answer(statfs(fs->path, &found));
  if (result != 0) {
    return result;
  }
  uv_statfs_t *answer = gy_alloc(sizeof(*answer));
  if (answer == NULL) {
    return UV_ENOMEM;
  }
  *answer = (uv_statfs_t){
      .f_type = (uint64_t)found.f_type,
      .f_bsize = (uint64_t)found.f_bsize,
      .f_blocks = found.f_blocks,
      .f_bfree = found.f_bfree,
      .f_bavail = found.f_bavail,
      .f_files = found.f_files,
      .f_ffree = found.f_ffree,
      .f_frsize = (uint64_t)found.f_frsize,
  };
  fs->ptr = answer;
  return 0;
}

int uv_fs_statfs(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_STATFS, cb);
  return fs == NULL ? UV_EINVAL : gy_fs_start_path(fs, path);
}
