/* SPDX-License-Identifier: MIT */
/* Proves that a process which drops its privileges after it has opened files has dropped them for
 * all files that it opens afterwards, whichever thread opens them. */
#include "fs_scratch.h"
#include "gyre.h"

static uv_loop_t loop;
static uv_fs_t req;
static ssize_t result;

static void on_open(uv_fs_t *done) {
  result = done->result;
  uv_fs_req_cleanup(done);
}

static void start(void *path) { CHECK_EQ(uv_fs_open(&loop, &req, path, O_RDONLY, 0, on_open), 0); }

static ssize_t open_it(char *path) {
  CHECK_EQ(gyre_next_tick(&loop, start, path), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  return result;
}

static void body(void) {
  CHECK_EQ(uv_loop_init(&loop), 0);
  CHECK_EQ(uv_fs_open(&loop, &req, "secret", O_RDONLY, 0, on_open), 0);
  CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
  CHECK(open_it("secret") >= 0);
  CHECK_EQ(setresgid(65534, 65534, 65534), 0);
  CHECK_EQ(setresuid(65534, 65534, 65534), 0);
  CHECK_EQ(open_it("secret"), UV_EACCES);
  CHECK(open_it("public") >= 0);
}

int main(void) {
  if (geteuid() != 0) {
    SKIP("only root can become somebody else");
  }
  scratch_begin();
  put_text("secret", "x");
  put_text("public", "x");
  CHECK_EQ(chmod("secret", 0600), 0);
  CHECK_EQ(chmod(".", 0755), 0);
  in_child(body);
  return 0;
}
