/* SPDX-License-Identifier: MIT */
/*
 * Reads at a file's own position, on the loop's thread: of local files, as much as is in memory.
 * The ring does not do such reads (fs_ring.c says why), and a thread of the pool costs more than
 * the copy. Called by fs.c. If the ring is switched off (GYRE_BACKEND=epoll), so is this:
 * everything goes to threads.
 *
 * The kernel locks the position while a read is in progress. To avoid that the loop's thread waits
 * there for a disk, nothing is read here while a thread of the pool may hold such a lock.
 */
#include <fcntl.h>
#include <stdatomic.h>
#include <unistd.h>

#include "io/uring.h"
#include "work/fs.h"

/* As in fs_ring.c: more is left to threads, which do not delay the loop. */
#define BYTES_MAX ((size_t)64 << 10)

/* Requests on the pool, of all loops, that move a position. */
static atomic_uint on_pool;

bool gy_fs_read_moves(const gy_fs *fs) {
  return (fs->fs_type == UV_FS_READ || fs->fs_type == UV_FS_WRITE) && fs->offset < 0;
}

void gy_fs_read_on_pool(int more) { atomic_fetch_add(&on_pool, (unsigned)more); }

/* With O_DIRECT a read waits for the disk. */
static bool is_direct(int file) {
  int flags = fcntl(file, F_GETFL);
  return flags < 0 || (flags & O_DIRECT) != 0;
}

static bool is_local(gy_fs *fs) {
  const unsigned wanted = STATX_TYPE | GY_FS_MOUNT_ID;
  struct statx facts;
  if (statx(fs->file, "", AT_EMPTY_PATH | AT_STATX_DONT_SYNC, wanted, &facts) != 0 ||
      !S_ISREG(facts.stx_mode)) {
    return false;
  }
  gy_fs_mount mount = gy_fs_mount_find(&facts);
  fs->learn = mount == GY_FS_MOUNT_UNKNOWN;
  return mount == GY_FS_MOUNT_LOCAL;
}

/*
 * The kernel returns less than requested at the end of the file, and where the next piece is not in
 * memory. A second read distinguishes the two. If there is more, the position is restored, and a
 * thread reads everything, because a program may rely on getting all there is.
 */
bool gy_fs_read_here(gy_fs *fs) {
  if (fs->offset >= 0 || fs->nbufs != 1 || fs->bufs->len - 1 >= BYTES_MAX ||
      atomic_load(&on_pool) != 0 || !gy_ring_allowed() || is_direct(fs->file) || !is_local(fs)) {
    return false;
  }
  size_t size = 0;
  ssize_t got = 1;
  while (size < fs->bufs->len && got > 0) {
    struct iovec rest = {fs->bufs->base + size, fs->bufs->len - size};
    got = preadv2(fs->file, &rest, 1, -1, RWF_NOWAIT);
    size += got > 0 ? (size_t)got : 0;
  }
  fs->result = (ssize_t)size;
  return got >= 0 || (size > 0 && lseek(fs->file, -(off_t)size, SEEK_CUR) < 0);
}
