/* SPDX-License-Identifier: MIT */
/* Copying a file, with as little data as possible passing through this process. */
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include "work/fs.h"

#define ALL_FLAGS (UV_FS_COPYFILE_EXCL | UV_FS_COPYFILE_FICLONE | UV_FS_COPYFILE_FICLONE_FORCE)
#define PIECE_BYTES ((size_t)1 << 30) /* size of one system call */
#define SPECIAL_BITS (S_ISUID | S_ISGID | S_ISVTX)
#define CIFS_NUMBER 0xff534d42u
#define SMB2_NUMBER 0xfe534d42u

/* Windows shares have no modes; failing to set one there is not an error. */
static bool without_modes(int file) {
  struct statfs system;
  return fstatfs(file, &system) == 0 &&
         ((uint32_t)system.f_type == CIFS_NUMBER || (uint32_t)system.f_type == SMB2_NUMBER);
}

static int set_mode(int file, mode_t mode) {
  int err = (int)gy_fs_answer(fchmod(file, mode));
  return err == UV_EPERM && without_modes(file) ? 0 : err;
}

/*
 * First inside the kernel, where a file system can share blocks or let a server copy. What
 * copy_file_range(2) cannot do, for whatever reason, sendfile does, or it returns the error. It
 * also checks the end once more, because some generated files (in proc) seem empty to the former.
 */
static int copy_content(int to, int from) {
  off_t offset = 0;
  ssize_t copied;
  do {
    copied = gy_fs_answer(copy_file_range(from, &offset, to, NULL, PIECE_BYTES, 0));
  } while (copied > 0 || copied == UV_EINTR);
  do {
    copied = gy_fs_file_send(to, from, offset, PIECE_BYTES);
    offset += copied > 0 ? copied : 0;
  } while (copied > 0 || copied == UV_EINTR);
  return (int)copied;
}

static int clone_or_copy(int to, int from, int flags) {
  if ((flags & (UV_FS_COPYFILE_FICLONE | UV_FS_COPYFILE_FICLONE_FORCE)) != 0) {
    int err = (int)gy_fs_answer(ioctl(to, FICLONE, from));
    if (err == 0 || (flags & UV_FS_COPYFILE_FICLONE_FORCE) != 0) {
      return err;
    }
  }
  return copy_content(to, from);
}

/* As far as we are allowed: only root can give files away, the group can be one of our own. */
static bool keep_owner(int to, const struct stat *source, const struct stat *target) {
  bool same_user = source->st_uid == target->st_uid;
  bool same_group = source->st_gid == target->st_gid;
  if (same_user && same_group) {
    return true;
  }
  if (fchown(to, source->st_uid, source->st_gid) == 0) {
    return true;
  }
  return fchown(to, (uid_t)-1, source->st_gid) == 0 && same_user;
}

/*
 * The order matters. Permissions come before the content, so that nobody reads it meanwhile who
 * must not. A write or a new owner removes the set-id bits, so they come after both, and only if
 * the owner is the one who set them. A write changes the times. Owner and times are best effort:
 * without them it is still a copy.
 */
static int copy_regular(int to, int from, int flags, const struct stat *source,
                        const struct stat *target) {
  mode_t mode = source->st_mode & 07777;
  struct timespec times[2] = {source->st_atim, source->st_mtim};
  int err = target->st_size > 0 ? (int)gy_fs_answer(ftruncate(to, 0)) : 0;
  if (err == 0) {
    err = set_mode(to, mode & ~SPECIAL_BITS);
  }
  if (err == 0) {
    err = clone_or_copy(to, from, flags);
  }
  if (err == 0 && keep_owner(to, source, target) && (mode & SPECIAL_BITS) != 0) {
    err = set_mode(to, mode);
  }
  if (err == 0) {
    (void)!futimens(to, times);
  }
  return err;
}

/* Copies into an open target; *TARGET receives the target's state before. */
static int copy_into(int to, int from, int flags, const struct stat *source, struct stat *target) {
  int err = (int)gy_fs_answer(fstat(to, target));
  if (err != 0) {
    target->st_mode = 0;
    return err;
  }
  if (source->st_dev == target->st_dev && source->st_ino == target->st_ino) {
    return 0;
  }
  return S_ISREG(target->st_mode) ? copy_regular(to, from, flags, source, target)
                                  : clone_or_copy(to, from, flags);
}

static int copy_from(int from, const char *new_path, int flags) {
  struct stat source;
  struct stat target;
  int err = (int)gy_fs_answer(fstat(from, &source));
  if (err != 0) {
    return err;
  }
  if (S_ISDIR(source.st_mode)) { /* reported before the target is touched */
    return UV_EISDIR;
  }
  int exclusive = (flags & UV_FS_COPYFILE_EXCL) != 0 ? O_EXCL : 0;
  int to = (int)gy_fs_answer(
      open(new_path, O_WRONLY | O_CREAT | O_CLOEXEC | exclusive, source.st_mode & 0777));
  if (to < 0) {
    return to;
  }
  err = copy_into(to, from, flags, &source, &target);
  int late = gy_fs_file_end(to); /* some file systems report errors only now */
  err = err == 0 ? late : err;
  if (err != 0 && S_ISREG(target.st_mode)) {
    unlink(new_path); /* if that fails too, the first error is reported */
  }
  return err;
}

ssize_t gy_fs_copy_file(gy_fs *fs) {
  int from = (int)gy_fs_answer(open(fs->path, O_RDONLY | O_CLOEXEC));
  if (from < 0) {
    return from;
  }
  int err = copy_from(from, fs->new_path, fs->flags);
  close(from); /* only read from: nothing can be lost */
  return err;
}

int uv_fs_copyfile(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, int flags,
                   uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_COPYFILE, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  if ((flags & ~ALL_FLAGS) != 0) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->flags = flags;
  return gy_fs_start_paths(fs, path, new_path);
}
