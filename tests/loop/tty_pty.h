/* SPDX-License-Identifier: MIT */
/* Shared by the terminal tests: a pseudo-terminal. */
#ifndef GY_TEST_TTY_PTY_H
#define GY_TEST_TTY_PTY_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "check.h"
#include "descriptors.h"
#include "uv.h"

/* The controlling side goes to *CONTROL. Returns the terminal itself, opened with ACCESS. */
__attribute__((unused)) static int pty_open(int *control, int access) {
  char path[64];
  *control = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*control < 0 || grantpt(*control) != 0 || unlockpt(*control) != 0 ||
      ptsname_r(*control, path, sizeof(path)) != 0) {
    SKIP("no pseudo-terminals here");
  }
  int fd = open(path, access | O_NOCTTY);
  if (fd < 0) {
    SKIP("pseudo-terminals cannot be opened here");
  }
  return fd;
}

__attribute__((unused)) static struct termios attributes_of(int fd) {
  struct termios attributes;
  CHECK_EQ(tcgetattr(fd, &attributes), 0);
  return attributes;
}

/* The part of c_cc that the kernel fills in; the C library's is longer. */
enum { KERNEL_NCCS = 19 };

__attribute__((unused)) static bool same_attributes(const struct termios *a,
                                                    const struct termios *b) {
  return a->c_iflag == b->c_iflag && a->c_oflag == b->c_oflag && a->c_cflag == b->c_cflag &&
         a->c_lflag == b->c_lflag && memcmp(a->c_cc, b->c_cc, KERNEL_NCCS) == 0;
}

/* Runs the loop until it has nothing more to do, and closes it. */
__attribute__((unused)) static void finish_loop(uv_loop_t *loop) {
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(uv_loop_close(loop), 0);
}

#endif
