/* SPDX-License-Identifier: MIT */
/*
 * Shared by the file tests: a fresh working directory, and a way to write a check once for both
 * forms of an operation, synchronous and asynchronous.
 *
 *   static void body(void) { CHECK_EQ(FS(unlink, &req, "name"), UV_ENOENT); }
 *   int main(void) { scratch_begin(); fs_both(body); return 0; }
 */
#ifndef GY_TEST_FS_SCRATCH_H
#define GY_TEST_FS_SCRATCH_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "ring_kind.h"
#include "uv.h"

static char scratch_path[PATH_MAX];
static pid_t scratch_owner;

static inline int scratch_remove_one(const char *path, const struct stat *facts, int kind,
                                     struct FTW *where) {
  (void)facts;
  (void)kind;
  (void)where;
  return remove(path);
}

static inline void scratch_end(void) {
  if (getpid() == scratch_owner && chdir("/") == 0) {
    nftw(scratch_path, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS);
  }
}

/* Stops a test that writes for ever before it fills the disk. */
static inline void scratch_limit(void) {
  struct rlimit limit;
  rlim_t bytes = (rlim_t)1 << 30;
  CHECK_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  limit.rlim_cur = limit.rlim_max < bytes ? limit.rlim_max : bytes;
  CHECK_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* From here on the working directory is new and empty. It is removed when the test ends. */
static inline void scratch_begin(void) {
  const char *parent = getenv("TMPDIR");
  snprintf(scratch_path, sizeof(scratch_path) - 16, "%s", parent == NULL ? P_tmpdir : parent);
  strcat(scratch_path, "/fs_XXXXXX");
  CHECK(mkdtemp(scratch_path) != NULL);
  scratch_owner = getpid();
  CHECK_EQ(atexit(scratch_end), 0);
  CHECK_EQ(chdir(scratch_path), 0);
}

/* The rest of the test runs as an unprivileged user, to whom the system refuses things. */
static inline void scratch_as_nobody(void) {
  if (geteuid() != 0) {
    return;
  }
  CHECK_EQ(chown(".", 65534, 65534), 0);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child > 0) {
    int status = 0;
    CHECK_EQ(waitpid(child, &status, 0), child);
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  }
  CHECK_EQ(setresgid(65534, 65534, 65534), 0);
  CHECK_EQ(setresuid(65534, 65534, 65534), 0);
  CHECK_EQ(prctl(PR_SET_PDEATHSIG, SIGKILL), 0);
}

/* From now on the system call fails with ERR in this process and its children, if the machine
 * supports filters. Use it in a forked child, since it cannot be undone. */
static inline bool refuse_call(long number, int err) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)err),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof(program) / sizeof(program[0]), program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

/* Runs BODY in a child, which ends the test if it fails or skips. There must be no threads yet. */
static inline void in_child(void (*body)(void)) {
  int status = 0;
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    CHECK_EQ(prctl(PR_SET_PDEATHSIG, SIGKILL), 0);
    body();
    exit(0);
  }
  CHECK_EQ(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  if (WEXITSTATUS(status) != 0) {
    exit(WEXITSTATUS(status));
  }
}

static uv_loop_t fs_real_loop;
static uv_loop_t *fs_loop; /* NULL while the form is synchronous */
static uv_fs_cb fs_cb;     /* likewise */
static int fs_called;
static int fs_marker;

static inline void fs_on_done(uv_fs_t *req) {
  CHECK(req->data == &fs_marker);
  fs_called++;
}

/* The old content of the request must not matter, and `data` is the program's. */
static inline uv_fs_t *fs_prepare(uv_fs_t *req) {
  memset(req, 0xdb, sizeof(*req));
  req->data = &fs_marker;
  fs_called = 0;
  return req;
}

static inline ssize_t fs_finish(uv_fs_t *req, int returned) {
  if (fs_cb != NULL) {
    CHECK_EQ(returned, 0);
    CHECK_EQ(fs_called, 0);
    CHECK_EQ(uv_run(fs_loop, UV_RUN_DEFAULT), 0);
    CHECK_EQ(fs_called, 1);
  } else {
    CHECK_EQ(returned, req->result);
  }
  CHECK(req->data == &fs_marker);
  CHECK_EQ(req->type, UV_FS);
  CHECK(req->loop == fs_loop);
  return req->result;
}

/* The result of an operation, in the current form. */
#define FS(name, req, ...) \
  fs_finish(req, uv_fs_##name(fs_loop, fs_prepare(req), __VA_ARGS__, fs_cb))

/* The same, if nothing else of the request is needed. */
#define FS_ONCE(name, ...)                                        \
  ({                                                              \
    uv_fs_t fs_once_req;                                          \
    ssize_t fs_once_result = FS(name, &fs_once_req, __VA_ARGS__); \
    uv_fs_req_cleanup(&fs_once_req);                              \
    fs_once_result;                                               \
  })

static inline bool fs_is_async(void) { return fs_cb != NULL; }

static inline void fs_sync(void (*body)(void)) {
  fs_loop = NULL;
  fs_cb = NULL;
  body();
}

/* As the first asynchronous operation of the loop. */
static inline void fs_async_first(void (*body)(void)) {
  CHECK_EQ(uv_loop_init(&fs_real_loop), 0);
  fs_loop = &fs_real_loop;
  fs_cb = fs_on_done;
  body();
  CHECK_EQ(uv_loop_close(fs_loop), 0);
  fs_loop = NULL;
  fs_cb = NULL;
}

static void (*fs_body)(void);

/* When the body begins, the loop already has what its first request allocates. */
static inline void fs_warm_body(void) {
  int file = (int)FS_ONCE(open, "/", O_RDONLY, 0);
  CHECK(file >= 0);
  CHECK_EQ(FS_ONCE(close, file), 0);
  fs_body();
}

static inline void fs_async(void (*body)(void)) {
  fs_body = body;
  fs_async_first(fs_warm_body);
}

static inline void fs_both(void (*body)(void)) {
  fs_sync(body);
  fs_async(body);
}

static inline uv_buf_t buffer(const void *base, size_t length) {
  return (uv_buf_t){.base = (char *)base, .len = length};
}

static inline void put_file(const char *path, const void *content, size_t length) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  CHECK(file >= 0);
  CHECK_EQ(write(file, content, length), length);
  CHECK_EQ(close(file), 0);
}

static inline void put_text(const char *path, const char *text) {
  put_file(path, text, strlen(text));
}

/* The file exists and has exactly this content. */
static inline void check_file(const char *path, const void *content, size_t length) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  CHECK(file >= 0);
  char *found = malloc(length + 1);
  size_t total = 0;
  ssize_t got;
  while (total <= length && (got = read(file, found + total, length + 1 - total)) > 0) {
    total += (size_t)got;
  }
  CHECK_EQ(total, length);
  CHECK_EQ(memcmp(found, content, length), 0);
  free(found);
  CHECK_EQ(close(file), 0);
}

static inline void check_text(const char *path, const char *text) {
  check_file(path, text, strlen(text));
}

static inline bool exists(const char *path) {
  struct stat facts;
  return lstat(path, &facts) == 0;
}

static inline struct stat facts_of(const char *path) {
  struct stat facts;
  CHECK_EQ(lstat(path, &facts), 0);
  return facts;
}

/* How many descriptors are open. */
static inline int open_files(void) {
  DIR *directory = opendir("/proc/self/fd");
  CHECK(directory != NULL);
  int count = 0;
  struct dirent *entry;
  while ((entry = readdir(directory)) != NULL) {
    count += !ring_watches_epoll(entry->d_name);
  }
  closedir(directory);
  return count;
}

#endif
