/* SPDX-License-Identifier: MIT */
/*
 * Shared by the process tests: running a command or a shell script to its end, counting our
 * descriptors, and making the kernel refuse a system call.
 *
 *   uv_process_options_t options = {0};
 *   process_shell(&options, "exit 3");
 *   CHECK_EQ(process_run(loop, &options), 3);
 */
#ifndef GY_TEST_PROCESS_RUN_H
#define GY_TEST_PROCESS_RUN_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "ring_kind.h"
#include "uv.h"

typedef struct {
  int calls;
  int64_t status;
  int term_signal;
} process_end;

/* For a process whose `data` is a process_end. */
static inline void process_on_exit(uv_process_t *process, int64_t status, int term_signal) {
  process_end *end = process->data;
  CHECK(!uv_is_active((uv_handle_t *)process));
  end->calls++;
  end->status = status;
  end->term_signal = term_signal;
}

static inline void process_shell(uv_process_options_t *options, char *script) {
  static char *args[] = {"sh", "-c", NULL, NULL};
  args[2] = script;
  options->file = "/bin/sh";
  options->args = args;
}

/* Runs it to its end. Returns the exit status, or 1000 plus the signal that ended it. */
static inline int process_run(uv_loop_t *loop, uv_process_options_t *options) {
  uv_process_t process;
  process_end end = {0};
  process.data = &end;
  options->exit_cb = process_on_exit;
  CHECK_EQ(uv_spawn(loop, &process, options), 0);
  CHECK(process.pid > 0);
  CHECK(uv_is_active((uv_handle_t *)&process));
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.calls, 1);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  return end.term_signal != 0 ? 1000 + end.term_signal : (int)end.status;
}

/* Returns the error of a uv_spawn that must fail, and checks the state of such a handle. */
static inline int process_refused(uv_loop_t *loop, uv_process_options_t *options) {
  uv_process_t process;
  process_end end = {0};
  process.data = &end;
  options->exit_cb = process_on_exit;
  int err = uv_spawn(loop, &process, options);
  CHECK(err < 0);
  CHECK_EQ(process.pid, 0);
  CHECK_EQ(uv_process_get_pid(&process), 0);
  CHECK_EQ(uv_process_kill(&process, 0), UV_ESRCH);
  CHECK(!uv_is_active((uv_handle_t *)&process));
  CHECK(!uv_loop_alive(loop));
  CHECK_EQ(waitpid(-1, NULL, WNOHANG), -1);
  CHECK_EQ(errno, ECHILD);
  uv_close((uv_handle_t *)&process, NULL);
  CHECK_EQ(uv_run(loop, UV_RUN_DEFAULT), 0);
  CHECK_EQ(end.calls, 0);
  return err;
}

/* A pattern for mkstemp and mkdtemp. */
static inline void process_temporary(char *path, size_t size) {
  const char *parent = getenv("TMPDIR");
  snprintf(path, size, "%s/gyre-XXXXXX", parent == NULL ? P_tmpdir : parent);
}

static inline int process_open_files(void) {
  int count = 0;
  DIR *directory = opendir("/proc/self/fd");
  struct dirent *entry;
  CHECK(directory != NULL);
  while ((entry = readdir(directory)) != NULL) {
    count += !ring_watches_epoll(entry->d_name);
  }
  closedir(directory);
  return count;
}

static inline void process_filter(struct sock_filter *code, size_t size) {
  struct sock_fprog program = {.len = (unsigned short)size, .filter = code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0) {
    SKIP("no system call filters here");
  }
}

/* From now on the system call fails with ERROR if its first argument is FIRST. */
static inline void process_deny_with(int number, unsigned first, int error) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, first, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  process_filter(code, sizeof(code) / sizeof(code[0]));
}

/* From now on the system call fails with ENOSYS, as on a kernel that lacks it. */
static inline void process_deny(int number) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  process_filter(code, sizeof(code) / sizeof(code[0]));
}

#endif
