/* SPDX-License-Identifier: MIT */
/* uv_guess_handle tells which type of handle suits a descriptor. */
#include <sys/eventfd.h>

#include "stream_peer.h"

static uv_handle_type guess_and_close(int fd) {
  CHECK(fd >= 0);
  uv_handle_type type = uv_guess_handle(fd);
  close(fd);
  return type;
}

int main(void) {
  int ends[2];
  char path[108];
  strcpy(path, scratch_path("file"));
  CHECK_EQ(uv_guess_handle(-1), UV_UNKNOWN_HANDLE);
  CHECK_EQ(uv_guess_handle(12345), UV_UNKNOWN_HANDLE);
  CHECK_EQ(guess_and_close(open(path, O_CREAT | O_RDWR, 0600)), UV_FILE);
  CHECK_EQ(unlink(path), 0);
  CHECK_EQ(guess_and_close(open("/dev/null", O_RDWR)), UV_FILE);
  CHECK_EQ(guess_and_close(open("/", O_RDONLY)), UV_UNKNOWN_HANDLE);
  CHECK_EQ(guess_and_close(posix_openpt(O_RDWR | O_NOCTTY)), UV_TTY);
  CHECK_EQ(guess_and_close(socket(AF_INET, SOCK_STREAM, 0)), UV_TCP);
  CHECK_EQ(guess_and_close(socket(AF_INET, SOCK_DGRAM, 0)), UV_UDP);
  if (have_ip6()) {
    CHECK_EQ(guess_and_close(socket(AF_INET6, SOCK_STREAM, 0)), UV_TCP);
    CHECK_EQ(guess_and_close(socket(AF_INET6, SOCK_DGRAM, 0)), UV_UDP);
  }
  CHECK_EQ(guess_and_close(socket(AF_UNIX, SOCK_STREAM, 0)), UV_NAMED_PIPE);
  CHECK_EQ(guess_and_close(socket(AF_UNIX, SOCK_SEQPACKET, 0)), UV_UNKNOWN_HANDLE);
  CHECK_EQ(guess_and_close(eventfd(0, 0)), UV_UNKNOWN_HANDLE);
  CHECK_EQ(pipe(ends), 0);
  CHECK_EQ(guess_and_close(ends[0]), UV_NAMED_PIPE);
  CHECK_EQ(guess_and_close(ends[1]), UV_NAMED_PIPE);
  return 0;
}
