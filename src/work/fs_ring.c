/* SPDX-License-Identifier: MIT */
/*
 * File requests on the loop's ring (loop/files.c): reads and closes of local files. The kernel does
 * them at once if the file is in memory, and otherwise uses its own thread. Called by fs.c.
 *
 * Other requests go to the pool: those that the kernel always hands to a thread, because our pool
 * is faster at that (attributes of a path, making a file, syncing one, on most file systems writing
 * to it); those that the ring does differently from the system call (see `suits`); and opening
 * files. The kernel opens on the loop's thread once it has found the file, even if a server has to
 * be asked; and checking where a path leads takes as long as opening it. A request on the ring
 * cannot be cancelled, so while the pool has no free thread, requests go there, where uv_cancel
 * finds them.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/io_uring.h>
#include <sys/stat.h>

#include "loop/loop.h"
#include "work/fs.h"

/* The loop's own thread copies what is in memory. Larger reads are left to threads of the pool,
 * which work in parallel and do not delay the loop. */
#define BYTES_MAX ((size_t)64 << 10)

static size_t total_size(const gy_fs *fs) {
  size_t size = 0;
  for (unsigned i = 0; i < fs->nbufs; i++) {
    size += fs->bufs[i].len;
  }
  return size;
}

static void fill(struct io_uring_sqe *entry, const gy_fs *fs) {
  entry->fd = fs->file;
  if (fs->fs_type == UV_FS_CLOSE) {
    entry->opcode = IORING_OP_CLOSE;
    return;
  }
  entry->opcode = fs->nbufs == 1 ? IORING_OP_READ : IORING_OP_READV;
  entry->addr = fs->nbufs == 1 ? (uintptr_t)fs->bufs->base : (uintptr_t)fs->bufs;
  entry->len = fs->nbufs == 1 ? (unsigned)fs->bufs->len : fs->nbufs;
  entry->off = (uint64_t)fs->offset;
}

static bool look_at(int file, struct statx *facts) {
  const unsigned wanted = STATX_TYPE | STATX_NLINK | GY_FS_MOUNT_ID;
  return statx(file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, wanted, facts) == 0;
}

/* The ring ends a close on the loop's thread. That takes long if the file is deleted with its last
 * descriptor, if a line has to be drained, or if a server has to be notified. */
static bool closes_fast(int file) {
  struct statx facts;
  return look_at(file, &facts) && S_ISREG(facts.stx_mode) && facts.stx_nlink > 0 &&
         gy_fs_mount_find(&facts) == GY_FS_MOUNT_LOCAL;
}

/*
 * The ring reads files without positions as if none had been given, though that is an error, and
 * returns less from a device than there is. And if a file system can be polled, as FUSE can, the
 * ring assumes that the file will not block.
 */
static bool reads_fast(gy_fs *fs) {
  struct statx facts;
  if (!look_at(fs->file, &facts) || !(S_ISREG(facts.stx_mode) || S_ISBLK(facts.stx_mode))) {
    return false;
  }
  gy_fs_mount mount = gy_fs_mount_find(&facts);
  fs->learn = mount == GY_FS_MOUNT_UNKNOWN;
  return mount == GY_FS_MOUNT_LOCAL;
}

/*
 * Only at a given position. With -1 the kernel takes the file's position when the request is
 * submitted and sets it at the end, without the lock of read(2), so that two requests that wait for
 * a disk read the same place.
 */
static bool suits_read(gy_fs *fs) {
  return fs->offset >= 0 && fs->nbufs <= IOV_MAX && total_size(fs) <= BYTES_MAX && reads_fast(fs);
}

static bool suits(gy_fs *fs) {
  return fs->fs_type == UV_FS_CLOSE ? closes_fast(fs->file) : suits_read(fs);
}

/* What the ring has not done is done by the pool. */
static void work_on(gy_request *request) {
  gy_fs *fs = (gy_fs *)request;
  if (fs->fs_type == UV_FS_CLOSE) {
    fs->result = gy_fs_file_close(fs);
    return;
  }
  do {
    fs->result = gy_fs_file_read(fs);
  } while (fs->result == UV_EINTR);
}

static void end_work(gy_request *request, int status) {
  gy_fs *fs = (gy_fs *)request;
  if (status != 0) {
    fs->result = status;
  }
  gy_fs_done(fs);
}

/*
 * False if the pool has to do it: the kernel has not seen it (-ECANCELED, from files.c) or was
 * interrupted; or the file must not block, and the kernel cannot try that with it, which the system
 * call ignores.
 */
static bool is_over(const gy_fs *fs, int result) {
  return result != -ECANCELED &&
         (fs->fs_type == UV_FS_CLOSE || (result != -EINTR && result != -EAGAIN));
}

static void on_result(gy_loop *loop, void *tag, int result) {
  gy_fs *fs = tag;
  gy_loop_request_end(loop, fs);
  if (is_over(fs, result)) {
    bool closed = fs->fs_type == UV_FS_CLOSE && (result == -EINTR || result == -EINPROGRESS);
    fs->result = closed ? 0 : result;
    gy_fs_done(fs);
    return;
  }
  int err = gy_pool_submit(loop, fs, GYRE_WORK_FILE, work_on, end_work);
  if (err != 0) {
    end_work(&fs->request, err);
  }
}

bool gy_fs_ring_start(gy_fs *fs) {
  gy_loop *loop = gy_loop_of(fs->loop);
  if ((fs->fs_type != UV_FS_READ && fs->fs_type != UV_FS_CLOSE) || gy_pool_saturated()) {
    return false;
  }
  gy_ring *ring = gy_files_ring(loop, on_result);
  if (ring == NULL) {
    fs->learn = !loop->files.refused && fs->fs_type == UV_FS_READ; /* there may be one later */
    return false;
  }
  struct io_uring_sqe *entry = suits(fs) ? gy_ring_add(ring, fs) : NULL;
  if (entry == NULL) {
    return false;
  }
  fill(entry, fs);
  fs->request.loop = loop;
  gy_loop_request_begin(loop, fs);
  return true;
}
