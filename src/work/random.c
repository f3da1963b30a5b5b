/* SPDX-License-Identifier: MIT */
/* Random bytes from the kernel, at once or on a thread of the pool. Programs call it. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "loop/call.h"
#include "work/request.h"

/* A device at PATH, opened for reading. A plain file is refused: whoever put it there, in a changed
 * root for instance, would know the bytes. */
static int open_device(const char *path) {
  int fd;
  do {
    fd = open(path, O_RDONLY | O_CLOEXEC);
  } while (fd < 0 && errno == EINTR);
  if (fd < 0) {
    return -errno;
  }
  struct stat status;
  int err = fstat(fd, &status) != 0 ? -errno : S_ISCHR(status.st_mode) ? 0 : UV_EIO;
  if (err != 0) {
    close(fd);
    return err;
  }
  return fd;
}

/* /dev/urandom never waits, not even at boot before the kernel has enough randomness. /dev/random
 * is readable once it has, and stays so. */
static int wait_until_seeded(void) {
  static atomic_bool seeded;
  if (atomic_load_explicit(&seeded, memory_order_relaxed)) {
    return 0;
  }
  int fd = open_device("/dev/random");
  if (fd < 0) {
    return fd;
  }
  struct pollfd watch = {.fd = fd, .events = POLLIN};
  int count;
  do {
    count = poll(&watch, 1, -1);
  } while (count < 0 && errno == EINTR);
  int err = count < 0 ? -errno : 0;
  close(fd);
  if (err == 0) {
    atomic_store_explicit(&seeded, true, memory_order_relaxed);
  }
  return err;
}

/* For kernels before 3.17, and for sandboxes without getrandom. */
static int read_device(char *buf, size_t size) {
  int err = wait_until_seeded();
  if (err != 0) {
    return err;
  }
  int fd = open_device("/dev/urandom");
  if (fd < 0) {
    return fd;
  }
  while (size > 0 && err == 0) {
    ssize_t count = read(fd, buf, size);
    if (count > 0) {
      buf += count;
      size -= (size_t)count;
    } else if (count == 0) {
      err = UV_EIO;
    } else if (errno != EINTR) {
      err = -errno;
    }
  }
  close(fd);
  return err;
}

/* All of it or an error: the kernel may return less than requested, or be interrupted. */
static int fill(char *buf, size_t size) {
  while (size > 0) {
    ssize_t count = getrandom(buf, size, 0);
    if (count > 0) {
      buf += count;
      size -= (size_t)count;
    } else if (count == 0) {
      return UV_EIO;
    } else if (errno == ENOSYS || errno == EPERM) {
      return read_device(buf, size);
    } else if (errno != EINTR) {
      return -errno;
    }
  }
  return 0;
}

static void run_random(gy_request *request) {
  uv_random_t *random = (uv_random_t *)request;
  random->status = fill(random->buf, random->buflen);
}

static void after_random(gy_request *request, int status) {
  uv_random_t *random = (uv_random_t *)request;
  gy_loop *loop = request->loop;
  if (status == 0) {
    status = random->status;
  }
  GY_CALL(loop, RANDOM, random, random->cb,
          random->cb(random, status, random->buf, random->buflen));
}

int uv_random(uv_loop_t *loop, uv_random_t *req, void *buf, size_t buflen, unsigned int flags,
              uv_random_cb cb) {
  if (buflen > INT_MAX) {
    return UV_E2BIG;
  }
  if (flags != 0) {
    return UV_EINVAL;
  }
  if (cb == NULL) {
    return fill(buf, buflen);
  }
  req->type = UV_RANDOM;
  req->loop = loop;
  req->status = 0;
  req->buf = buf;
  req->buflen = buflen;
  req->cb = cb;
  GY_SCHEDULE(gy_loop_of(loop), RANDOM, req, 0);
  return gy_pool_submit(gy_loop_of(loop), req, GYRE_WORK_OTHER, run_random, after_random);
}
