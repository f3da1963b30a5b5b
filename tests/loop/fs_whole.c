/* SPDX-License-Identifier: MIT */
/*
 * Proves that gyre_fs_whole reads and writes whole files, at once and on the pool: small and large
 * ones, those without a size, by path and by descriptor. Its callback comes in the poll phase and
 * not before the requested number of turns, during which the loop does not sleep; errors name their
 * step; it counts as file work, and can be stopped between pieces.
 */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../check.h"
#include "gyre.h"
#include "uv.h"

enum { LARGE = 3 << 20 };

static uv_loop_t *loop;
static char large[LARGE];
static int called;
static uint64_t turns_at;
static int checks;

static uint64_t turns(void) {
  uv_metrics_t metrics;
  CHECK_EQ(uv_metrics_info(loop, &metrics), 0);
  return metrics.loop_count;
}

static void on_done(gyre_fs_whole_t *req) {
  (void)req;
  called++;
  turns_at = turns();
}

static void on_check(uv_check_t *check) {
  (void)check;
  checks++;
}

static int stop_at_once(gyre_fs_whole_t *req) {
  (void)req;
  return 1;
}

static void run(gyre_fs_whole_t *req, unsigned wait) {
  called = 0;
  uint64_t before = turns();
  CHECK_EQ(gyre_fs_whole(loop, req, wait, on_done), 0);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(called, 1);
  CHECK(turns_at >= before + wait);
}

static void write_file(const char *path, const char *bytes, size_t size, int at_once) {
  gyre_fs_whole_t req = {.path = path, .flags = O_WRONLY | O_CREAT | O_TRUNC, .mode = 0600};
  req.writing = 1;
  req.flush = 1;
  req.base = (char *)bytes;
  req.room = size;
  if (at_once) {
    CHECK_EQ(gyre_fs_whole(loop, &req, 0, NULL), 0);
  } else {
    run(&req, 3);
  }
  CHECK_EQ(req.result, 0);
  CHECK_EQ(req.size, size);
}

static void check_read(gyre_fs_whole_t *req, const char *bytes, size_t size) {
  CHECK_EQ(req->result, 0);
  CHECK_EQ(req->size, size);
  CHECK_EQ(memcmp(req->base, bytes, size), 0);
  free(req->base);
  req->base = NULL;
}

static void check_errors(const char *missing) {
  gyre_fs_whole_t req = {.path = missing};
  run(&req, 4);
  CHECK_EQ(req.result, UV_ENOENT);
  CHECK_EQ(req.step, GYRE_FS_OPEN);
  gyre_fs_whole_t directory = {.path = "."};
  CHECK_EQ(gyre_fs_whole(loop, &directory, 0, NULL), UV_EISDIR);
  CHECK_EQ(directory.step, GYRE_FS_READ);
  free(directory.base);
  gyre_fs_whole_t closed = {.file = -1};
  CHECK_EQ(gyre_fs_whole(loop, &closed, 0, NULL), UV_EBADF);
  CHECK_EQ(closed.step, GYRE_FS_FSTAT);
}

/* Sizes around that up to which a file is read without being measured. */
static void check_sizes(const char *path) {
  static const size_t sizes[] = {0, 1, 999, 16383, 16384, 16385, 32768, 65536, 65537};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
    write_file(path, large, sizes[i], 1);
    gyre_fs_whole_t req = {.path = path};
    run(&req, 4);
    check_read(&req, large, sizes[i]);
    req.most = sizes[i];
    CHECK_EQ(gyre_fs_whole(loop, &req, 0, NULL), 0);
    check_read(&req, large, sizes[i]);
    gyre_fs_whole_t few = {.path = path, .most = sizes[i] > 1 ? sizes[i] - 1 : 1};
    CHECK_EQ(gyre_fs_whole(loop, &few, 0, NULL), sizes[i] > 1 ? UV_EFBIG : 0);
    CHECK_EQ(few.size, sizes[i]);
    free(few.base);
  }
}

/* A pipe that has a name: what is read at once is less than there is. */
static void feed(void *path) {
  int fd = open(path, O_WRONLY);
  for (size_t at = 0; at < LARGE; at += 24 * 1024) {
    size_t rest = LARGE - at;
    CHECK(write(fd, large + at, rest < 24 * 1024 ? rest : 24 * 1024) > 0);
  }
  close(fd);
}

static void check_pipe(const char *path) {
  char name[1010];
  uv_thread_t thread;
  snprintf(name, sizeof(name), "%s.fifo", path);
  CHECK_EQ(mkfifo(name, 0600), 0);
  CHECK_EQ(uv_thread_create(&thread, feed, name), 0);
  gyre_fs_whole_t req = {.path = name};
  run(&req, 4);
  check_read(&req, large, LARGE);
  CHECK_EQ(uv_thread_join(&thread), 0);
  unlink(name);
}

static void check_limits(const char *path) {
  gyre_fs_whole_t most = {.path = path, .most = 1000};
  run(&most, 4);
  CHECK_EQ(most.result, UV_EFBIG);
  CHECK_EQ(most.size, LARGE);
  gyre_fs_whole_t stopped = {.path = path, .stops = stop_at_once};
  run(&stopped, 4);
  CHECK_EQ(stopped.result, UV_ECANCELED);
  CHECK(stopped.size < LARGE);
  free(stopped.base);
}

int main(void) {
  gyre_pool_metrics_t pool;
  uv_check_t check;
  loop = uv_default_loop();
  for (size_t i = 0; i < LARGE; i++) {
    large[i] = (char)(i * 31 + i / 977);
  }
  char path[1000];
  snprintf(path, sizeof(path), "%s/whole", getenv("TMPDIR") != NULL ? getenv("TMPDIR") : ".");
  write_file(path, "small", 5, 1);
  gyre_fs_whole_t req = {.path = path};
  run(&req, 4);
  check_read(&req, "small", 5);

  write_file(path, large, LARGE, 0);
  gyre_fs_whole_t again = {.path = path};
  run(&again, 0);
  check_read(&again, large, LARGE);
  CHECK_EQ(gyre_fs_whole(loop, &again, 0, NULL), 0);
  check_read(&again, large, LARGE);

  int fd = open(path, O_RDONLY);
  gyre_fs_whole_t by_fd = {.file = fd};
  run(&by_fd, 2);
  check_read(&by_fd, large, LARGE);
  CHECK_EQ(lseek(fd, 0, SEEK_CUR), LARGE); /* it is still open */
  close(fd);

  gyre_fs_whole_t unsized = {.path = "/proc/self/status"};
  run(&unsized, 4);
  CHECK_EQ(unsized.result, 0);
  CHECK(unsized.size > 100);
  free(unsized.base);

  /* Each turn that it waits for has a check phase. */
  uv_check_init(loop, &check);
  uv_check_start(&check, on_check);
  uv_unref((uv_handle_t *)&check);
  gyre_fs_whole_t late = {.path = path};
  run(&late, 50);
  check_read(&late, large, LARGE);
  CHECK(checks >= 49);

  check_errors("no/such/file");
  check_limits(path);
  check_sizes(path);
  check_pipe(path);
  gyre_pool_metrics(&pool);
  CHECK(pool.kinds[GYRE_WORK_FILE].finished >= 8);
  return 0;
}
