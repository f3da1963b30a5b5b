/* SPDX-License-Identifier: MIT */
/*
 * A file request as the library sees it, and the functions that the fs*.c files share.
 *
 * Each public function does three things: it calls gy_fs_begin, puts its arguments into the
 * request, and calls one of the gy_fs_start functions. The operation itself is a function that
 * takes the request and returns the result: 0 or more, or a negative error. It runs in the calling
 * thread or on a thread of the pool, and does not know which. fs.def lists the operations.
 */
#ifndef GY_WORK_FS_H
#define GY_WORK_FS_H

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/types.h>

#include "os/calls.h"
#include "work/request.h"

/* Buffer arrays up to this length need no memory of their own. */
#define GY_FS_FEW 4

/* A view of uv_fs_t; fs.c asserts that the members that uv.h shows are where it shows them. */
typedef struct {
  gy_request request;
  uv_fs_type fs_type;
  uv_loop_t *loop; /* may be NULL if cb is */
  uv_fs_cb cb;     /* NULL: synchronous */
  ssize_t result;
  void *ptr;
  const char *path;
  uv_stat_t statbuf;

  /* The arguments, in libuv's order: its own tests look at some. */
  const char *new_path;
  int file;
  int flags; /* open, copyfile; the mode of access */
  mode_t mode;
  unsigned int nbufs;
  const uv_buf_t *bufs; /* NULL except for read and write */
  int64_t offset;
  uv_uid_t uid;
  uv_gid_t gid;
  double access_time;
  double change_time;
  size_t length; /* sendfile: from `file` to `out_file` */
  int out_file;
  bool learn; /* stat, read: the mount is not known yet */
  uv_buf_t few[GY_FS_FEW];

  /* Memory that belongs to the request until its clean-up, or NULL: copies of path and new_path, or
   * the array at bufs, or the names that readdir found. No operation has two of them. */
  void *memory;
} gy_fs;

/* The result of a system call in the form that operations return. */
static inline ssize_t gy_fs_answer(ssize_t returned) { return returned < 0 ? -errno : returned; }

/* fs.c. Every request begins with gy_fs_begin, so that it can be cleaned up whatever comes next.
 * NULL: there is no request, or no loop for its callback; the caller returns UV_EINVAL. */
gy_fs *gy_fs_begin_at(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_fs_cb cb,
                      const void *site);
#define gy_fs_begin(loop, req, type, cb) \
  gy_fs_begin_at(loop, req, type, cb, __builtin_return_address(0))

/* Does it now, or submits it. Returns what the public function returns. */
int gy_fs_start(gy_fs *fs);
int gy_fs_start_path(gy_fs *fs, const char *path);
int gy_fs_start_paths(gy_fs *fs, const char *path, const char *new_path);

/* Does not start it: stores ERR in the request, and returns ERR. */
int gy_fs_refuse(gy_fs *fs, int err);

/* On the loop's thread: an asynchronous request has its result. The request belongs to the program
 * again, and may be freed when this returns. */
void gy_fs_done(gy_fs *fs);

/* fs_ring.c: submits it to the loop's ring; false if the pool has to do it. */
bool gy_fs_ring_start(gy_fs *fs);

/* fs_stat.c: does an fstat at once if it cannot block; false if the pool has to do it. */
bool gy_fs_stat_here(gy_fs *fs);

/* fs_stat.c: is it a stat or lstat of a path? Such a request is done at once if the pool is behind
 * and the kernel has the whole path in memory. On a thread of the pool: find out about its
 * mount. */
bool gy_fs_is_look(const gy_fs *fs);
bool gy_fs_look_here(gy_fs *fs);
void gy_fs_look_learn(gy_fs *fs);

/* fs_read.c: the same for a read at the file's position. Whether a request moves a file's position,
 * and a count of such requests on the pool. */
bool gy_fs_read_here(gy_fs *fs);
bool gy_fs_read_moves(const gy_fs *fs);
void gy_fs_read_on_pool(int more);

/* fs_mount.c: what is known about the mount of FACTS, which must include GY_FS_MOUNT_ID. If it is
 * unknown, a thread of the pool with a descriptor from that mount may find out. */
#define GY_FS_MOUNT_ID 0x4000u /* STATX_MNT_ID_UNIQUE */
typedef enum { GY_FS_MOUNT_UNKNOWN, GY_FS_MOUNT_LOCAL, GY_FS_MOUNT_OTHER } gy_fs_mount;
gy_fs_mount gy_fs_mount_find(const struct statx *facts);
void gy_fs_mount_learn(int file);

/* Operations. */
#define GY_FS_OPERATION(type, function, again) ssize_t function(gy_fs *fs);
#include "work/fs.def"
#undef GY_FS_OPERATION

/* fs_file.c: closes FILE. 0, or an error that the file system reports only at this point. */
int gy_fs_file_end(int file);

/* fs_file.c: copies up to LENGTH bytes from IN at OFFSET to the position of OUT, like sendfile(2)
 * but between any two descriptors. Returns how many, 0 at the end of IN, or an error if there were
 * none. */
ssize_t gy_fs_file_send(int out, int in, int64_t offset, size_t length);

/* fs_dir.c: frees what scandir has put into ptr. */
void gy_fs_dir_forget(void *listing);

#endif
