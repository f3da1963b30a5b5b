/* SPDX-License-Identifier: MIT */
/* If there is no memory to store a received descriptor, it is closed and the read fails with
 * UV_ENOMEM; those that are already stored stay, and none leaks. */
#include "memory.h"
#include "stream_peer.h"

int main(void) {
  uv_pipe_t from, to;
  uv_tcp_t tcp;
  uv_buf_t buf = uv_buf_init("x", 1);
  int before = count_descriptors();
  memory_install();
  open_loop();
  int end = pipe_pair(&from, 1);
  CHECK_EQ(uv_pipe_init(&loop, &to, 1), 0);
  CHECK_EQ(uv_pipe_open(&to, end), 0);
  CHECK_EQ(uv_tcp_init_ex(&loop, &tcp, AF_INET), 0);
  CHECK_EQ(uv_read_start(STREAM(&to), allocate, on_read), 0);
  for (int i = 0; i < 2; i++) {
    CHECK_EQ(uv_try_write2(STREAM(&from), &buf, 1, STREAM(&tcp)), 1);
  }
  turn(1);
  int open = count_descriptors();
  memory_fail(1, 1000);
  turn(1);
  memory_fail(0, 0);
  SAID("x ENOMEM");
  CHECK_EQ(count_descriptors(), open);
  CHECK_EQ(uv_pipe_pending_count(&to), 1);
  CHECK_EQ(uv_is_active(HANDLE(&to)), 0);
  finish_loop();
  CHECK_EQ(count_descriptors(), before);
  CHECK_EQ(atomic_load(&memory.outstanding), 0);
  return 0;
}
