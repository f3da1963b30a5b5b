/* SPDX-License-Identifier: MIT */
/* Operations on descriptors, and opening files. Programs call it. */
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "work/fs.h"

#define COPY_BYTES ((size_t)16 << 10)

ssize_t gy_fs_file_open(gy_fs *fs) {
  return gy_fs_answer(open(fs->path, fs->flags | O_CLOEXEC, fs->mode));
}

int uv_fs_open(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, int mode, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_OPEN, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->flags = flags;
  fs->mode = (mode_t)mode;
  return gy_fs_start_path(fs, path);
}

/* Interrupted or not, the descriptor is closed: closing it again might close somebody else's. */
int gy_fs_file_end(int file) {
  int err = (int)gy_fs_answer(close(file));
  return err == -EINTR || err == -EINPROGRESS ? 0 : err;
}

ssize_t gy_fs_file_close(gy_fs *fs) { return gy_fs_file_end(fs->file); }

int uv_fs_close(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_CLOSE, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  return gy_fs_start(fs);
}

/* uv.h promises that its buffer arrays have the layout of the system's. */
static const struct iovec *vectors(const uv_buf_t *bufs) { return (const struct iovec *)bufs; }

ssize_t gy_fs_file_read(gy_fs *fs) {
  int count = fs->nbufs > IOV_MAX ? IOV_MAX : (int)fs->nbufs;
  if (count == 1 && fs->offset < 0) {
    return gy_fs_answer(read(fs->file, fs->bufs->base, fs->bufs->len));
  }
  if (count == 1) {
    return gy_fs_answer(pread(fs->file, fs->bufs->base, fs->bufs->len, fs->offset));
  }
  if (fs->offset < 0) {
    return gy_fs_answer(readv(fs->file, vectors(fs->bufs), count));
  }
  return gy_fs_answer(preadv(fs->file, vectors(fs->bufs), count, fs->offset));
}

/* One system call for COUNT buffers, without the first SKIP bytes of the first. The array may be
 * the program's and is not changed: a partly written buffer is finished by itself. */
static ssize_t write_some(int file, const uv_buf_t *bufs, unsigned count, size_t skip,
                          int64_t offset) {
  if (count == 1 || skip > 0) {
    const char *from = bufs->base + skip;
    size_t length = bufs->len - skip;
    return gy_fs_answer(offset < 0 ? write(file, from, length)
                                   : pwrite(file, from, length, offset));
  }
  int at_once = count > IOV_MAX ? IOV_MAX : (int)count;
  return gy_fs_answer(offset < 0 ? writev(file, vectors(bufs), at_once)
                                 : pwritev(file, vectors(bufs), at_once, offset));
}

ssize_t gy_fs_file_write(gy_fs *fs) {
  const uv_buf_t *bufs = fs->bufs;
  unsigned left = fs->nbufs;
  int64_t offset = fs->offset;
  size_t skip = 0;
  ssize_t total = 0;
  /* The last buffer is always written, even if empty, so that the kernel checks the descriptor. */
  while (left > 1 && bufs->len == 0) {
    bufs++;
    left--;
  }
  while (left > 0) {
    ssize_t written = write_some(fs->file, bufs, left, skip, offset);
    if (written == UV_EINTR) {
      continue;
    }
    if (written <= 0) {
      return total > 0 ? total : written;
    }
    total += written;
    offset += offset < 0 ? 0 : written;
    skip += (size_t)written;
    while (left > 0 && skip >= bufs->len) {
      skip -= bufs->len;
      bufs++;
      left--;
    }
  }
  return total;
}

static int start_data(gy_fs *fs, uv_file file, const uv_buf_t *bufs, unsigned int nbufs,
                      int64_t offset) {
  if (bufs == NULL || nbufs == 0) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->file = file;
  fs->nbufs = nbufs;
  fs->offset = offset;
  fs->bufs = bufs;
  if (fs->cb != NULL) {
    uv_buf_t *copy = fs->few;
    if (nbufs > GY_FS_FEW) {
      copy = fs->memory = gy_alloc(nbufs * sizeof(*copy));
    }
    fs->bufs = copy;
    if (copy == NULL) {
      return gy_fs_refuse(fs, UV_ENOMEM);
    }
    for (unsigned i = 0; i < nbufs; i++) {
      copy[i] = bufs[i];
    }
  }
  return gy_fs_start(fs);
}

int uv_fs_read(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t *bufs,
               unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_READ, cb);
  return fs == NULL ? UV_EINVAL : start_data(fs, file, bufs, nbufs, offset);
}

int uv_fs_write(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t *bufs,
                unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_WRITE, cb);
  size_t size = 0;
  for (unsigned i = 0; bufs != NULL && i < nbufs; i++) {
    size += bufs[i].len;
  }
  if (fs != NULL && size > GY_IO_BYTES_MAX) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  return fs == NULL ? UV_EINVAL : start_data(fs, file, bufs, nbufs, offset);
}

/* Reads a piece of IN. *POSITIONED becomes false if IN turns out to have no positions. */
static ssize_t read_piece(int in, char *piece, size_t length, int64_t offset, bool *positioned) {
  ssize_t got;
  do {
    got = gy_fs_answer(*positioned ? pread(in, piece, length, offset) : read(in, piece, length));
    if (got == UV_ESPIPE && *positioned) {
      *positioned = false;
      got = UV_EINTR;
    }
  } while (got == UV_EINTR);
  return got;
}

/* Writes the whole piece, because it may not be readable again; if OUT is full, waits. Returns how
 * much was written before an error, or the error. */
static ssize_t write_piece(int out, const char *piece, size_t length) {
  size_t done = 0;
  while (done < length) {
    ssize_t written = gy_fs_answer(write(out, piece + done, length - done));
    if (written == UV_EAGAIN) {
      struct pollfd room = {.fd = out, .events = POLLOUT};
      ssize_t ready = gy_fs_answer(poll(&room, 1, -1));
      written = ready < 0 ? ready : UV_EINTR;
    }
    if (written == UV_EINTR) {
      continue;
    }
    if (written <= 0) {
      return done > 0 ? (ssize_t)done : written;
    }
    done += (size_t)written;
  }
  return (ssize_t)done;
}

/* For descriptors between which the kernel cannot copy. */
static ssize_t send_by_hand(int out, int in, int64_t offset, size_t length) {
  char piece[COPY_BYTES];
  bool positioned = true;
  size_t sent = 0;
  while (sent < length) {
    size_t want = length - sent < sizeof(piece) ? length - sent : sizeof(piece);
    ssize_t got = read_piece(in, piece, want, offset + (int64_t)sent, &positioned);
    ssize_t put = got > 0 ? write_piece(out, piece, (size_t)got) : got;
    if (put < 0 && sent == 0) {
      return put;
    }
    sent += put > 0 ? (size_t)put : 0;
    if (put <= 0 || put < got) {
      break;
    }
  }
  return (ssize_t)sent;
}

ssize_t gy_fs_file_send(int out, int in, int64_t offset, size_t length) {
  off_t from = offset;
  ssize_t sent = gy_fs_answer(sendfile(out, in, &from, length));
  switch (sent) {
    case UV_EINVAL: /* neither file nor socket, or OUT is open for appending */
    case UV_EIO:
    case UV_ENOSYS:
    case UV_ENOTSOCK:
    case UV_ESPIPE:
    case UV_EXDEV:
      return send_by_hand(out, in, offset, length);
    default:
      return sent;
  }
}

ssize_t gy_fs_file_sendfile(gy_fs *fs) {
  return gy_fs_file_send(fs->out_file, fs->file, fs->offset, fs->length);
}

int uv_fs_sendfile(uv_loop_t *loop, uv_fs_t *req, uv_file out_fd, uv_file in_fd, int64_t in_offset,
                   size_t length, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_SENDFILE, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  if (length > GY_IO_BYTES_MAX) {
    return gy_fs_refuse(fs, UV_EINVAL);
  }
  fs->out_file = out_fd;
  fs->file = in_fd;
  fs->offset = in_offset;
  fs->length = length;
  return gy_fs_start(fs);
}

ssize_t gy_fs_file_sync(gy_fs *fs) { return gy_fs_answer(fsync(fs->file)); }

int uv_fs_fsync(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FSYNC, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  return gy_fs_start(fs);
}

ssize_t gy_fs_file_datasync(gy_fs *fs) { return gy_fs_answer(fdatasync(fs->file)); }

int uv_fs_fdatasync(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FDATASYNC, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  return gy_fs_start(fs);
}

ssize_t gy_fs_file_truncate(gy_fs *fs) { return gy_fs_answer(ftruncate(fs->file, fs->offset)); }

int uv_fs_ftruncate(uv_loop_t *loop, uv_fs_t *req, uv_file file, int64_t offset, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FTRUNCATE, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  fs->offset = offset;
  return gy_fs_start(fs);
}

ssize_t gy_fs_file_chmod(gy_fs *fs) { return gy_fs_answer(fchmod(fs->file, fs->mode)); }

int uv_fs_fchmod(uv_loop_t *loop, uv_fs_t *req, uv_file file, int mode, uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FCHMOD, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  fs->mode = (mode_t)mode;
  return gy_fs_start(fs);
}

ssize_t gy_fs_file_chown(gy_fs *fs) { return gy_fs_answer(fchown(fs->file, fs->uid, fs->gid)); }

int uv_fs_fchown(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_uid_t uid, uv_gid_t gid,
                 uv_fs_cb cb) {
  gy_fs *fs = gy_fs_begin(loop, req, UV_FS_FCHOWN, cb);
  if (fs == NULL) {
    return UV_EINVAL;
  }
  fs->file = file;
  fs->uid = uid;
  fs->gid = gid;
  return gy_fs_start(fs);
}
