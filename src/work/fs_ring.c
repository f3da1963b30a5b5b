/* SPDX-License-Identifier: MIT */
/*
 * File requests on the loop's ring (loop/files.c): those that the kernel does at once if the file
 * is in memory, and for which it uses a thread of its own if not. Called by fs.c.
 *
 * Not among them: what the kernel hands to a thread every time, since our pool is quicker at that
 * (attributes of a path, making a file, syncing one, on most file systems writing to it); and what
 * it would do otherwise than the system call does (see `suits`). A request on the ring cannot be
 * taken back; so while the pool has no thread to spare, requests go there, where uv_cancel finds
 * them.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/io_uring.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "loop/loop.h"
#include "work/fs.h"

/* The loop's own thread copies what is in memory: more than this is left to threads of the pool,
 * which do it side by side and without holding up the loop. */
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
  switch (fs->fs_type) {
    case UV_FS_OPEN:
      entry->opcode = IORING_OP_OPENAT;
      entry->fd = AT_FDCWD;
      entry->addr = (uintptr_t)fs->path;
      entry->len = fs->mode;
      entry->open_flags = (unsigned)fs->flags | O_CLOEXEC;
      break;
    case UV_FS_CLOSE:
      entry->opcode = IORING_OP_CLOSE;
      break;
    default:
      entry->opcode = fs->nbufs == 1 ? IORING_OP_READ : IORING_OP_READV;
      entry->addr = fs->nbufs == 1 ? (uintptr_t)fs->bufs->base : (uintptr_t)fs->bufs;
      entry->len = fs->nbufs == 1 ? (unsigned)fs->bufs->len : fs->nbufs;
      entry->off = (uint64_t)fs->offset;
  }
}

static bool look_at(int file, struct statx *facts) {
  const unsigned wanted = STATX_TYPE | STATX_NLINK | GY_FS_MOUNT_ID;
  return statx(file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, wanted, facts) == 0;
}

/*
 * The kernel finds a file without waiting for anybody, or lets a thread do it; but once it has it,
 * it opens it on the loop's thread, even if a server or a device has to be asked. So see first
 * where the path leads, which asks nobody, and leave to the pool what is not a local file.
 */
static bool opens_fast(gy_fs *fs) {
  struct open_how how = {.flags = O_PATH | O_CLOEXEC | ((unsigned)fs->flags & O_NOFOLLOW),
                         .resolve = RESOLVE_CACHED};
  struct statx facts;
  fs->learn = true;
  int found = (int)syscall(SYS_openat2, AT_FDCWD, fs->path, &how, sizeof(how));
  if (found < 0) {
    return false;
  }
  bool plain = look_at(found, &facts) && (S_ISREG(facts.stx_mode) || S_ISDIR(facts.stx_mode));
  gy_fs_mount mount = plain ? gy_fs_mount_find(&facts) : GY_FS_MOUNT_OTHER;
  fs->learn = mount == GY_FS_MOUNT_UNKNOWN;
  close(found);
  return mount == GY_FS_MOUNT_LOCAL;
}

/* The ring ends a close on the loop's thread. That takes long if a file goes with its last
 * descriptor, if there is a line to be drained, or a server to be told. */
static bool closes_fast(int file) {
  struct statx facts;
  return look_at(file, &facts) && S_ISREG(facts.stx_mode) && facts.stx_nlink > 0 &&
         gy_fs_mount_find(&facts) == GY_FS_MOUNT_LOCAL;
}

/*
 * The ring reads what has no positions as if none had been given, though that is an error, and less
 * from a device than there is. And where a file system can be polled, as FUSE can, it believes that
 * the file will not make it wait.
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
 * Only at a position of its own: with -1 the kernel takes that of the file when the request is sent
 * and puts it back at its end, without the lock of read(2), so that two that wait for a disk read
 * the same place.
 */
static bool suits_read(gy_fs *fs) {
  return fs->offset >= 0 && fs->nbufs <= IOV_MAX && total_size(fs) <= BYTES_MAX && reads_fast(fs);
}

static bool suits(gy_fs *fs) {
  switch (fs->fs_type) {
    case UV_FS_OPEN:
      return (fs->flags & (O_CREAT | O_TRUNC | O_TMPFILE)) == 0 && opens_fast(fs);
    case UV_FS_CLOSE:
      return closes_fast(fs->file);
    default:
      return suits_read(fs);
  }
}

/* What the ring has not done is done by the pool. The file of an open is the descriptor that the
 * ring has opened, or an error. */
static void work_on(gy_request *request) {
  static ssize_t (*const operations[])(gy_fs *) = {[UV_FS_OPEN] = gy_fs_file_open,
                                                   [UV_FS_CLOSE] = gy_fs_file_close,
                                                   [UV_FS_READ] = gy_fs_file_read};
  gy_fs *fs = (gy_fs *)request;
  do {
    fs->result = operations[fs->fs_type](fs);
  } while (fs->result == UV_EINTR);
}

static void end_work(gy_request *request, int status) {
  gy_fs *fs = (gy_fs *)request;
  if (status != 0) {
    fs->result = status;
  }
  if (fs->fs_type == UV_FS_OPEN && fs->file >= 0) {
    gy_fs_file_end(fs->file);
  }
  gy_fs_done(fs);
}

/*
 * The ring opens as if with O_NONBLOCK: a FIFO without its other end is opened for reading at once,
 * and for writing not at all (-ENXIO). The pool waits for the other end. The descriptor is kept
 * until the pool has another: who waits at the other end must not see us leave.
 */
static bool is_opened(const gy_fs *fs, int result) {
  struct statx facts;
  if (result < 0 || (fs->flags & (O_NONBLOCK | O_PATH)) != 0) {
    return result != -ENXIO;
  }
  return !look_at(result, &facts) || !S_ISFIFO(facts.stx_mode);
}

/*
 * False if the pool has to do it. The kernel has not seen it (-ECANCELED, by files.c), or was
 * interrupted; or the file must not wait, and the kernel cannot try that with it, which the system
 * call ignores.
 */
static bool is_over(const gy_fs *fs, int result) {
  if (fs->fs_type == UV_FS_CLOSE) {
    return result != -ECANCELED;
  }
  if (result == -ECANCELED || result == -EINTR || result == -EAGAIN) {
    return false;
  }
  return fs->fs_type == UV_FS_READ || is_opened(fs, result);
}

static void on_result(gy_loop *loop, void *tag, int result) {
  gy_fs *fs = tag;
  loop->active_reqs.count--;
  if (is_over(fs, result)) {
    bool closed = fs->fs_type == UV_FS_CLOSE && (result == -EINTR || result == -EINPROGRESS);
    fs->result = closed ? 0 : result;
    gy_fs_done(fs);
    return;
  }
  if (fs->fs_type == UV_FS_OPEN) {
    fs->file = result;
  }
  int err = gy_pool_submit(loop, fs, GYRE_WORK_FILE, work_on, end_work);
  if (err != 0) {
    end_work(&fs->request, err);
  }
}

static bool is_known(uv_fs_type type) {
  return type == UV_FS_OPEN || type == UV_FS_CLOSE || type == UV_FS_READ;
}

bool gy_fs_ring_start(gy_fs *fs) {
  gy_loop *loop = gy_loop_of(fs->loop);
  if (!is_known(fs->fs_type) || gy_pool_saturated()) {
    return false;
  }
  gy_ring *ring = gy_files_ring(loop, on_result);
  if (ring == NULL) {
    fs->learn = !loop->ring_refused && fs->fs_type != UV_FS_CLOSE; /* there may be one later */
    return false;
  }
  struct io_uring_sqe *entry = suits(fs) ? gy_ring_add(ring, fs) : NULL;
  if (entry == NULL) {
    return false;
  }
  fill(entry, fs);
  fs->request.loop = loop;
  loop->active_reqs.count++;
  return true;
}
