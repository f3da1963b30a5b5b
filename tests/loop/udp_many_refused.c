/* SPDX-License-Identifier: MIT */
/* If the ring is refused, at first or in the middle of its use, no datagram is lost or sent twice:
 * handles send for themselves. The ring is closed. */
#include <sys/prctl.h>

#include "fs_scratch.h"
#include "ring.h"
#include "udp_many.h"

static long refused_call;

static void again(void) {
  for (int i = 0; i < MANY; i++) {
    senders[i].sent = senders[i].received = 0;
  }
  many_run(2 * WARM);
}

static void in_the_middle(void) {
  many_open();
  many_run(2 * WARM);
  CHECK_EQ(ring_count(), 1);
  if (!refuse_call(SYS_io_uring_enter, EAGAIN)) {
    SKIP("no seccomp here");
  }
  again();
  CHECK_EQ(ring_count(), 0);
  many_close();
}

static void at_first(void) {
  if (!refuse_call(refused_call, EPERM)) {
    SKIP("no seccomp here");
  }
  many_open();
  many_run(2 * WARM);
  CHECK_EQ(ring_count(), 0);
  many_close();
}

int main(void) {
  ring_needed();
  in_child(in_the_middle);
  refused_call = SYS_io_uring_setup;
  in_child(at_first);
  refused_call = SYS_io_uring_enter;
  in_child(at_first);
  return 0;
}
