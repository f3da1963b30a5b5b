/* SPDX-License-Identifier: MIT */
/* Operations on paths, each little more than its system call. Programs call it. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "work/fs.h"

/* Link texts are mostly shorter; the buffer doubles until the text fits. */
#define LINK_BYTES 256

/* Operations that have only a path. */
static int start_plain(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path,
                       uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, type, cb);
  return fs == NULL ? UV_EINVAL : gy_fs_start_path(fs, path);
}

/* Operations that have two paths. */
static int start_two(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path,
                     const char *new_path, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, type, cb);
  return fs == NULL ? UV_EINVAL : gy_fs_start_paths(fs, path, new_path);
}

static int start_mode(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path, int mode,
                      uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, type, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->mode = (mode_t)mode;
  return gy_fs_start_path(fs, path);
}

static int start_owner(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path,
                       uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, type, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->uid = uid;
  fs->gid = gid;
  return gy_fs_start_path(fs, path);
}

/* The path is copied even if the request is synchronous: the operation writes the name into it. */
static int start_template(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *template,
                          uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, type, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  if (template == NULL) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->path = fs->memory = gy_alloc_string(template);
  return fs->path == NULL ? gy_fs_refuse(fs, UV_ENOMEM) : gy_fs_start(fs);
}

ssize_t gy_fs_path_unlink(gy_fs *fs) { return gy_fs_answer(unlink(fs->path)); }

int uv_fs_unlink(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  return start_plain(loop, req, UV_FS_UNLINK, path, cb);
}

ssize_t gy_fs_path_rmdir(gy_fs *fs) { return gy_fs_answer(rmdir(fs->path)); }

int uv_fs_rmdir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  return start_plain(loop, req, UV_FS_RMDIR, path, cb);
}

ssize_t gy_fs_path_mkdir(gy_fs *fs) { return gy_fs_answer(mkdir(fs->path, fs->mode)); }

int uv_fs_mkdir(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb) {
  return start_mode(loop, req, UV_FS_MKDIR, path, mode, cb);
}

ssize_t gy_fs_path_chmod(gy_fs *fs) { return gy_fs_answer(chmod(fs->path, fs->mode)); }

int uv_fs_chmod(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb) {
  return start_mode(loop, req, UV_FS_CHMOD, path, mode, cb);
}

ssize_t gy_fs_path_chown(gy_fs *fs) { return gy_fs_answer(chown(fs->path, fs->uid, fs->gid)); }

int uv_fs_chown(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid, uv_gid_t gid,
                uv_fs_cb cb) {
  return start_owner(loop, req, UV_FS_CHOWN, path, uid, gid, cb);
}

ssize_t gy_fs_path_lchown(gy_fs *fs) { return gy_fs_answer(lchown(fs->path, fs->uid, fs->gid)); }

int uv_fs_lchown(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid, uv_gid_t gid,
                 uv_fs_cb cb) {
  return start_owner(loop, req, UV_FS_LCHOWN, path, uid, gid, cb);
}

ssize_t gy_fs_path_access(gy_fs *fs) { return gy_fs_answer(access(fs->path, fs->flags)); }

int uv_fs_access(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_ACCESS, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->flags = mode;
  return gy_fs_start_path(fs, path);
}

ssize_t gy_fs_path_rename(gy_fs *fs) { return gy_fs_answer(rename(fs->path, fs->new_path)); }

int uv_fs_rename(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                 uv_fs_cb cb) {
  return start_two(loop, req, UV_FS_RENAME, path, new_path, cb);
}

ssize_t gy_fs_path_link(gy_fs *fs) { return gy_fs_answer(link(fs->path, fs->new_path)); }

int uv_fs_link(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, uv_fs_cb cb) {
  return start_two(loop, req, UV_FS_LINK, path, new_path, cb);
}

ssize_t gy_fs_path_symlink(gy_fs *fs) { return gy_fs_answer(symlink(fs->path, fs->new_path)); }

int uv_fs_symlink(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path, int flags,
                  uv_fs_cb cb) {
  (void)flags; /* the type of the target matters only on Windows */
  return start_two(loop, req, UV_FS_SYMLINK, path, new_path, cb);
}

ssize_t gy_fs_path_readlink(gy_fs *fs) {
  char *text = NULL;
  for (size_t size = LINK_BYTES;; size *= 2) {
    char *grown = gy_alloc_resize(text, size);
    if (grown == NULL) {
      gy_free(text);
      return UV_ENOMEM;
    }
    text = grown;
    ssize_t length = gy_fs_answer(readlink(fs->path, text, size));
    if (length < 0) {
      gy_free(text);
      return length;
    }
    if ((size_t)length < size) { /* everything, and room for the final NUL */
      text[length] = '\0';
      fs->ptr = text;
      return 0;
    }
  }
}

int uv_fs_readlink(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  return start_plain(loop, req, UV_FS_READLINK, path, cb);
}

/* The C library allocates the text, of whatever length, with its own allocator; the clean-up frees
 * it with ours. */
ssize_t gy_fs_path_realpath(gy_fs *fs) {
  char *text = realpath(fs->path, NULL);
  if (text == NULL) {
    return -errno;
  }
  fs->ptr = gy_alloc_string(text);
  free(text);
  return fs->ptr == NULL ? UV_ENOMEM : 0;
}

int uv_fs_realpath(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  return start_plain(loop, req, UV_FS_REALPATH, path, cb);
}

ssize_t gy_fs_path_mkdtemp(gy_fs *fs) { return mkdtemp(fs->memory) == NULL ? -errno : 0; }

int uv_fs_mkdtemp(uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb) {
  return start_template(loop, req, UV_FS_MKDTEMP, tpl, cb);
}

/* Without a file there is no name: the rest of the template must not be taken for one. */
ssize_t gy_fs_path_mkstemp(gy_fs *fs) {
  char *name = fs->memory;
  ssize_t file = gy_fs_answer(mkostemp(name, O_CLOEXEC));
  if (file < 0 && file != UV_EINTR) {
    name[0] = '\0';
  }
  return file;
}

int uv_fs_mkstemp(uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb) {
  return start_template(loop, req, UV_FS_MKSTEMP, tpl, cb);
}
