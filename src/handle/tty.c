/* SPDX-License-Identifier: MIT */
/*
 * Terminals: streams on a device with modes. The original mode is stored twice: in each handle, for
 * its own return to the normal mode, and once for the process, for uv_tty_reset_mode, which may be
 * called where no handle can be reached.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "handle/stream.h"
#include "os/descriptor.h"

typedef struct {
  gy_stream stream;
  struct termios original; /* valid only while the mode is not normal */
  uv_tty_mode_t mode;
} gy_tty;

_Static_assert(sizeof(gy_tty) == sizeof(uv_tty_t), "gy_tty fits");

/*
 * The first terminal that was taken out of its normal mode, until its handle is closed. A signal
 * handler cannot wait for the lock, because it may have interrupted the owner. So the lock is held
 * only while this is copied.
 */
static struct {
  atomic_flag lock;
  int fd; /* -1: none */
  struct termios original;
} saved = {.lock = ATOMIC_FLAG_INIT, .fd = -1};

static void lock_saved(void) {
  while (atomic_flag_test_and_set(&saved.lock)) {
    sched_yield();
  }
}

static void unlock_saved(void) { atomic_flag_clear(&saved.lock); }

static int set_attributes(int fd, const struct termios *attributes) {
  int result;
  do {
    result = tcsetattr(fd, TCSANOW, attributes);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? 0 : -errno;
}

/*
 * Opens the terminal of FD again. Non-blocking mode belongs to the open file, not to the
 * descriptor: set on FD, it would affect the shell and all others that share it. Negative if that
 * is not allowed, and for the master side of a pseudo-terminal, because opening that would make a
 * new one.
 */
static int open_anew(int fd, int access) {
  unsigned number;
  char path[32];
  if (ioctl(fd, TIOCGPTN, &number) == 0) {
    return -ENOTSUP;
  }
  snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
  int own = open(path, access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  return own < 0 ? -errno : own;
}

/* Makes FD refer to the same file as OWN; close-on-exec stays as it was. */
static int put_in_place(int own, int fd) {
  int flags = fcntl(fd, F_GETFD);
  if (flags < 0) {
    return -errno;
  }
  int result;
  do {
    result = dup3(own, fd, (flags & FD_CLOEXEC) != 0 ? O_CLOEXEC : 0);
  } while (result < 0 && (errno == EINTR || errno == EBUSY));
  return result < 0 ? -errno : 0;
}

/* The descriptor to use instead of FD, perhaps FD itself; GY_STREAM_BLOCKING if it has to block. */
static int prepare(int fd, bool terminal, int access, unsigned *flags) {
  int own = terminal ? open_anew(fd, access) : -1;
  if (own >= 0) {
    int err = put_in_place(own, fd);
    if (err != 0) {
      gy_descriptor_close(own);
    }
    return err != 0 ? err : own;
  }
  if (terminal && access != O_RDONLY) {
    *flags |= GY_STREAM_BLOCKING;
    return fd;
  }
  int err = gy_descriptor_nonblocking(fd, true);
  return err != 0 ? err : fd;
}

int uv_tty_init(uv_loop_t *loop, uv_tty_t *handle, uv_file fd, int unused) {
  (void)unused;
  gy_tty *tty = (gy_tty *)handle;
  uv_handle_type type = uv_guess_handle(fd);
  if (type == UV_FILE || type == UV_UNKNOWN_HANDLE) {
    return UV_EINVAL;
  }
  int mode = fcntl(fd, F_GETFL);
  if (mode < 0) {
    return -errno;
  }
  int access = mode & O_ACCMODE;
  unsigned flags = GY_STREAM_FILE;
  if (access == O_RDONLY || access == O_RDWR) {
    flags |= GY_HANDLE_READABLE;
  }
  if (access == O_WRONLY || access == O_RDWR) {
    flags |= GY_STREAM_WRITABLE;
  }
  fd = prepare(fd, type == UV_TTY, access, &flags);
  if (fd < 0) {
    return fd;
  }
  gy_stream_init(gy_loop_of(loop), &tty->stream, UV_TTY);
  tty->mode = UV_TTY_MODE_NORMAL;
  return gy_stream_open(&tty->stream, fd, flags);
}

/* Stores the mode of the terminal before its first change. */
static int keep_original(gy_tty *tty) {
  int fd = tty->stream.watcher.fd;
  if (tcgetattr(fd, &tty->original) != 0) {
    return -errno;
  }
  lock_saved();
  if (saved.fd < 0) {
    saved.original = tty->original;
    saved.fd = fd;
  }
  unlock_saved();
  return 0;
}

static void make_raw(struct termios *attributes) {
  attributes->c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INPCK | ISTRIP | IXON);
  attributes->c_oflag |= ONLCR;
  attributes->c_cflag |= CS8;
  attributes->c_lflag &= ~(tcflag_t)(ECHO | ICANON | IEXTEN | ISIG);
  attributes->c_cc[VMIN] = 1;
  attributes->c_cc[VTIME] = 0;
}

int uv_tty_set_mode(uv_tty_t *handle, uv_tty_mode_t mode) {
  gy_tty *tty = (gy_tty *)handle;
  if (mode == UV_TTY_MODE_RAW_VT) {
    mode = UV_TTY_MODE_RAW;
  }
  if (mode != UV_TTY_MODE_NORMAL && mode != UV_TTY_MODE_RAW && mode != UV_TTY_MODE_IO) {
    return UV_EINVAL;
  }
  if (tty->mode == mode) {
    return 0;
  }
  int err = tty->mode == UV_TTY_MODE_NORMAL ? keep_original(tty) : 0;
  if (err != 0) {
    return err;
  }
  struct termios attributes = tty->original;
  if (mode == UV_TTY_MODE_RAW) {
    make_raw(&attributes);
  } else if (mode == UV_TTY_MODE_IO) {
    cfmakeraw(&attributes);
  }
  err = set_attributes(tty->stream.watcher.fd, &attributes);
  if (err == 0) {
    tty->mode = mode;
  }
  return err;
}

int uv_tty_reset_mode(void) {
  int saved_errno = errno;
  if (atomic_flag_test_and_set(&saved.lock)) {
    return UV_EBUSY;
  }
  int err = saved.fd < 0 ? 0 : set_attributes(saved.fd, &saved.original);
  unlock_saved();
  errno = saved_errno;
  return err;
}

int uv_tty_get_winsize(uv_tty_t *handle, int *width, int *height) {
  struct winsize size;
  int result;
  do {
    result = ioctl(gy_stream_of(handle)->watcher.fd, TIOCGWINSZ, &size);
  } while (result != 0 && errno == EINTR);
  if (result != 0) {
    return -errno;
  }
  *width = size.ws_col;
  *height = size.ws_row;
  return 0;
}

void uv_tty_set_vterm_state(uv_tty_vtermstate_t state) { (void)state; }

int uv_tty_get_vterm_state(uv_tty_vtermstate_t *state) {
  (void)state;
  return UV_ENOTSUP;
}

/* The terminal outlives the handle, so its mode is restored. If that fails, the terminal is gone or
 * belongs to another session, and there is nobody to report it to. */
bool gy_tty_close(gy_handle *handle) {
  int fd = ((gy_stream *)handle)->watcher.fd;
  lock_saved();
  if (fd >= 0 && saved.fd == fd) {
    (void)set_attributes(fd, &saved.original);
    saved.fd = -1;
  }
  unlock_saved();
  return gy_stream_close(handle);
}
