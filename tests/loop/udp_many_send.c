/* SPDX-License-Identifier: MIT */
/* Handles that send from their send callbacks send everything once and in order, long enough for
 * the library to submit the datagrams of all of them together; with a ring that takes far fewer
 * system calls than datagrams. Nothing stays open after the loop. */
#include <linux/io_uring.h>
#include <sys/syscall.h>

#include "interpose.h"
#include "udp_many.h"

enum { ROUNDS = 400 };
static int calls;

/* Replaces the C library's function. */
ssize_t sendto(int fd, const void *data, size_t size, int flags, ADDRESS_IN name,
               socklen_t name_size) {
  calls++;
  return syscall(SYS_sendto, fd, data, size, flags, ADDRESS_OF(name), name_size);
}

static bool have_ring(void) {
  struct io_uring_params params = {.flags =
                                       IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN};
  const char *backend = getenv("GYRE_BACKEND"), *use = getenv("UV_USE_IO_URING");
  int fd = (int)syscall(SYS_io_uring_setup, 4, &params);
  if (fd >= 0) {
    close(fd);
  }
  return fd >= 0 && (backend == NULL || strcmp(backend, "epoll") != 0) &&
         (use == NULL || atoi(use) != 0);
}

int main(void) {
  bool ring = have_ring();
  int before = count_descriptors();
  many_open();
  many_run(ROUNDS);
  CHECK(calls <= MANY * (ring ? WARM : ROUNDS));
  many_close();
  CHECK_EQ(count_descriptors(), before);
  return 0;
}
