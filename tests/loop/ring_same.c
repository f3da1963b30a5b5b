/* SPDX-License-Identifier: MIT */
/*
 * Proves that file requests give the same results and leave the same files whether they go through
 * the ring or the pool: two children do the same long list of random requests, of all shapes and
 * with all kinds of descriptors, and their notes are compared. GYRE_TEST_SEED chooses another list.
 */
#include <sys/socket.h>

#include "fs_scratch.h"
#include "ring.h"

enum { BATCHES = 250, BATCH = 24, REGION = 40000, BUFS_MAX = 1030 };
enum {
  FILE_ALL,
  FILE_APPEND,
  FILE_READ,
  FILE_WRITE,
  FILE_DIRECTORY,
  FILE_PIPE_OUT,
  FILE_PIPE_IN,
  FILE_PIPE_EMPTY,
  FILE_PIPE_BROKEN,
  FILE_SOCKET,
  FILE_ZERO,
  FILE_FULL,
  FILE_PROC,
  FILE_COUNT
};

typedef struct {
  uv_fs_t req;
  char *memory;
  size_t size;
  bool wrote;
} job;

static uv_loop_t loop;
static job jobs[BATCH];
static int files[FILE_COUNT];
static uint64_t seed;
static FILE *notes;

static unsigned long random_below(unsigned long limit) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned long)((seed >> 11) % limit);
}

static unsigned long hash(const char *text, size_t length) {
  unsigned long value = 5381;
  for (size_t i = 0; i < length; i++) {
    value = value * 33 + (unsigned char)text[i];
  }
  return value;
}

static void on_done(uv_fs_t *req) { (void)req; }

static size_t random_size(void) {
  switch (random_below(4)) {
    case 0:
      return random_below(3);
    case 1:
      return random_below(100);
    default:
      return random_below(REGION / 2);
  }
}

/* Buffers that divide the job's memory; the last may be shorter. */
static unsigned cut(job *it, uv_buf_t *bufs) {
  unsigned count = random_below(8) == 0 ? BUFS_MAX : 1 + (unsigned)random_below(6);
  size_t left = it->size;
  for (unsigned i = 0; i < count; i++) {
    size_t piece = i + 1 == count ? left : random_below(left / 2 + 2);
    piece = piece > left ? left : piece;
    bufs[i] = buffer(it->memory + it->size - left, piece);
    left -= piece;
  }
  return count;
}

/* Requests of one batch do not overlap: each has a region of its own. */
static void start_data(job *it, int number) {
  uv_buf_t bufs[BUFS_MAX];
  int which = (int)random_below(3) == 0 ? (int)random_below(FILE_COUNT) : FILE_ALL;
  it->size = random_size();
  it->wrote = random_below(2) == 0;
  bool alone = which == FILE_APPEND || (which >= FILE_PIPE_OUT && which <= FILE_SOCKET);
  if (alone && number != 0) {
    which = FILE_ALL; /* otherwise their order would decide the result */
    alone = false;
  }
  it->wrote &= which != FILE_PROC; /* it would give two errors, and the kernel may report either */
  for (size_t i = 0; i < it->size; i++) {
    it->memory[i] = it->wrote ? (char)random_below(256) : 0;
  }
  unsigned count = cut(it, bufs);
  int64_t offset = (int64_t)number * REGION + (int64_t)random_below(REGION / 2);
  if (random_below(50) == 0 && which != FILE_ALL) {
    offset = random_below(2) == 0 ? INT64_MAX : INT64_MAX - 100;
  } else if ((alone || number == 0) && random_below(2) == 0) {
    offset = -1 - (int64_t)random_below(2);
  }
  if (offset >= 0 && which != FILE_ALL && which != FILE_WRITE && offset < INT64_MAX - 100) {
    offset %= 100;
  }
  int err = it->wrote ? uv_fs_write(&loop, &it->req, files[which], bufs, count, offset, on_done)
                      : uv_fs_read(&loop, &it->req, files[which], bufs, count, offset, on_done);
  CHECK_EQ(err, 0);
  fprintf(notes, "%s %d size %zu bufs %u at %lld", it->wrote ? "write" : "read", which, it->size,
          count, (long long)offset);
}

static void start_path(job *it) {
  static const char *const paths[] = {"all", "none", "all/below",  ".",         "loop",
                                      "",    "link", "link/below", "directory", "secret"};
  static const int flags[] = {O_RDONLY,
                              O_WRONLY,
                              O_RDWR,
                              O_RDONLY | O_DIRECTORY,
                              O_RDONLY | O_NOFOLLOW,
                              O_RDWR | O_CREAT | O_EXCL,
                              O_PATH,
                              O_WRONLY | O_APPEND,
                              O_RDONLY | O_NONBLOCK,
                              3,
                              1 << 30};
  const char *path = paths[random_below(sizeof(paths) / sizeof(*paths))];
  int flag = flags[random_below(sizeof(flags) / sizeof(*flags))];
  if ((flag & O_CREAT) != 0) {
    path = "all"; /* it exists, so the order does not matter */
  }
  it->size = 0;
  CHECK_EQ(uv_fs_open(&loop, &it->req, path, flag, 0600, on_done), 0);
  fprintf(notes, "open %s %x", path, (unsigned)flag);
}

static void start_close(job *it) {
  int which = (int)random_below(FILE_COUNT);
  int file = random_below(5) == 0 ? 1000 + (int)random_below(5) : dup(files[which]);
  it->size = 0;
  CHECK_EQ(uv_fs_close(&loop, &it->req, file, on_done), 0);
  fprintf(notes, "close %d", file >= 1000 ? file : which);
}

static void start_batch(void *unused) {
  (void)unused;
  /* The first request may use the file's position, which must stay in its region. */
  CHECK(lseek(files[FILE_ALL], (off_t)random_below(REGION / 2), SEEK_SET) >= 0);
  for (int i = 0; i < BATCH; i++) {
    unsigned long kind = random_below(10);
    fprintf(notes, "[%d] ", i);
    if (kind == 0) {
      start_path(&jobs[i]);
    } else if (kind == 1) {
      start_close(&jobs[i]);
    } else {
      start_data(&jobs[i], i);
    }
    fprintf(notes, "\n");
  }
}

static void note_batch(void) {
  for (int i = 0; i < BATCH; i++) {
    job *it = &jobs[i];
    ssize_t result = it->req.result;
    bool opened = it->req.fs_type == UV_FS_OPEN && result >= 0;
    fprintf(notes, "[%d] = %zd memory %lx flags %x\n", i, opened ? 0 : result,
            hash(it->memory, it->size), opened ? (unsigned)fcntl((int)result, F_GETFL) : 0);
    if (opened) {
      CHECK_EQ(fcntl((int)result, F_GETFD), FD_CLOEXEC);
      close((int)result);
    }
    uv_fs_req_cleanup(&it->req);
  }
  fprintf(notes, "positions %lld %lld\n", (long long)lseek(files[FILE_ALL], 0, SEEK_CUR),
          (long long)lseek(files[FILE_APPEND], 0, SEEK_CUR));
  char rest[65536]; /* pipes and sockets start each batch empty, or full enough */
  while (read(files[FILE_PIPE_EMPTY], rest, sizeof(rest)) > 0) {
  }
}

static void open_all(void) {
  int ends[2];
  put_text("all", "");
  put_text("append", "some");
  put_text("read", "a text that can be read");
  put_text("write", "");
  put_text("secret", "");
  CHECK_EQ(chmod("secret", 0), 0);
  CHECK_EQ(mkdir("directory", 0700), 0);
  CHECK_EQ(symlink("all", "link"), 0);
  CHECK_EQ(symlink("loop", "loop"), 0);
  files[FILE_ALL] = open("all", O_RDWR | O_CLOEXEC);
  CHECK_EQ(ftruncate(files[FILE_ALL], (off_t)(BATCH + 1) * REGION), 0);
  files[FILE_APPEND] = open("append", O_RDWR | O_APPEND | O_CLOEXEC);
  files[FILE_READ] = open("read", O_RDONLY | O_CLOEXEC);
  files[FILE_WRITE] = open("write", O_WRONLY | O_CLOEXEC);
  files[FILE_DIRECTORY] = open("directory", O_RDONLY | O_CLOEXEC);
  CHECK_EQ(pipe2(ends, O_CLOEXEC | O_NONBLOCK), 0); /* when full or empty: UV_EAGAIN */
  files[FILE_PIPE_EMPTY] = ends[0];
  files[FILE_PIPE_IN] = ends[1];
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(close(ends[1]), 0);
  files[FILE_PIPE_OUT] = ends[0]; /* at its end of file */
  CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
  CHECK_EQ(close(ends[0]), 0);
  files[FILE_PIPE_BROKEN] = ends[1]; /* no SIGPIPE: it goes to the pool */
  CHECK_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
  files[FILE_SOCKET] = ends[0];
  files[FILE_ZERO] = open("/dev/zero", O_RDWR | O_CLOEXEC);
  files[FILE_FULL] = open("/dev/full", O_RDWR | O_CLOEXEC);
  files[FILE_PROC] = open("/proc/self/limits", O_RDONLY | O_CLOEXEC);
  for (int i = 0; i < FILE_COUNT; i++) {
    CHECK(files[i] >= 0);
  }
}

static void do_all(const char *backend) {
  CHECK_EQ(setenv("GYRE_BACKEND", backend, 1), 0);
  char directory[16];
  snprintf(directory, sizeof(directory), "with-%s", backend);
  CHECK_EQ(mkdir(directory, 0700), 0);
  CHECK_EQ(chdir(directory), 0);
  notes = fopen("notes", "we");
  open_all();
  CHECK_EQ(uv_loop_init(&loop), 0);
  unsigned long long pooled = file_requests();
  for (int i = 0; i < BATCH; i++) {
    jobs[i].memory = malloc(REGION);
  }
  for (int i = 0; i < BATCHES; i++) {
    fprintf(notes, "batch %d\n", i);
    CHECK_EQ(gyre_next_tick(&loop, start_batch, NULL), 0);
    CHECK_EQ(uv_run(&loop, UV_RUN_DEFAULT), 0);
    note_batch();
  }
  pooled = file_requests() - pooled;
  bool all_pooled = pooled == BATCHES * BATCH;
  CHECK_EQ(ring_count(), strcmp(backend, "uring") == 0);
  CHECK_EQ(all_pooled, strcmp(backend, "epoll") == 0);
  CHECK_EQ(fclose(notes), 0);
  CHECK_EQ(uv_loop_close(&loop), 0);
  for (int i = 0; i < BATCH; i++) {
    free(jobs[i].memory);
  }
}

static void on_ring(void) { do_all("uring"); }

static void on_pool(void) { do_all("epoll"); }

int main(void) {
  const char *text = getenv("GYRE_TEST_SEED");
  seed = text == NULL ? 20240611 : strtoull(text, NULL, 10) * 2 + 1;
  scratch_begin();
  signal(SIGPIPE, SIG_DFL);
  in_child(ring_needed);
  in_child(on_ring);
  in_child(on_pool);
  CHECK_EQ(system("diff with-epoll/notes with-uring/notes >differences && diff -r --no-dereference "
                  "with-epoll "
                  "with-uring >>differences || { head -n 20 differences >&2; false; }"),
           0);
  return 0;
}
