/* SPDX-License-Identifier: MIT */
/* Proves that after a fork with an operation on the ring the child's loop, after uv_loop_fork,
 * works with files and with a ring of its own; that a child may also just close the loop; and that
 * the parent's operation completes in the parent as usual. */
#include "fs_scratch.h"
#include "ring.h"

static uv_loop_t loop;
static uv_fs_t req;
static char bytes[4];
static int file;
static int reads;

static void on_read(uv_fs_t *done) {
  CHECK_EQ(done->result, 4);
  uv_fs_req_cleanup(done);
  reads++;
}

static void start(void *unused) {
  (void)unused;
  uv_buf_t buf = buffer(bytes, 4);
  CHECK_EQ(uv_fs_read(&loop, &req, file, &buf, 1, 0, on_read), 0);
}

static void child_goes_on(void) {
  CHECK_EQ(uv_loop_fork(&loop), 0);
  CHECK_EQ(ring_count(), 0);
  gy_loop_of(&loop)->active_reqs.count = 0; /* it belongs to the parent */
  for (int i = 1; i <= 10; i++) {
    CHECK_EQ(gyre_next_tick(&loop, start, NULL), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(reads, i);
    CHECK_EQ(memcmp(bytes, "text", 4), 0);
  }
  CHECK_EQ(ring_count(), 1);
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(ring_count(), 0);
}

static void child_closes(void) {
  gy_loop_of(&loop)->active_reqs.count = 0;
  CHECK_EQ(uv_loop_close(&loop), 0);
  CHECK_EQ(ring_count(), 0);
}

int main(void) {
  int ends[2];
  ring_slot slot = {.loop = &loop};
  ring_needed();
  scratch_begin();
  put_text("file", "text");
  file = open("file", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(pipe(ends), 0);
  slot.file = ends[0];
  CHECK_EQ(uv_loop_init(&loop), 0);
  ring_for_slots(&loop);
  CHECK_EQ(gyre_next_tick(&loop, ring_slot_start, &slot), 0);
  CHECK(uv_run(&loop, UV_RUN_NOWAIT) != 0);
  in_child(child_goes_on);
  in_child(child_closes);
  CHECK_EQ(slot.called, 0);
  CHECK_EQ(write(ends[1], "y", 1), 1);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(slot.result, 1);
  CHECK_EQ(slot.byte, 'y');
  CHECK_EQ(uv_loop_close(&loop), 0);
  return 0;
}
