/* SPDX-License-Identifier: MIT */
/* What uv.h includes: programs written for libuv use it without including it themselves. This file
 * includes nothing else. */
#include "uv.h"

int main(void) {
  volatile double times[] = {UV_FS_UTIME_NOW, UV_FS_UTIME_OMIT}; /* <math.h> */
  if (!isinf(times[0]) || !isnan(times[1]) || floor(1.5) != 1.0) {
    return 1;
  }
  struct termios terminal; /* <termios.h> */
  struct addrinfo *hosts = NULL;
  sem_t semaphore;
  DIR *directory = NULL;
  printf("%zu %d %d %d\n", sizeof(terminal) + sizeof(semaphore), SOCK_STREAM, EINVAL, O_RDONLY);
  return hosts != NULL || directory != NULL || TCP_NODELAY == 0 || SIGINT == 0;
}
