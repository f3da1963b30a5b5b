/* SPDX-License-Identifier: MIT */
/*
 * Child processes: uv_spawn, and what becomes of the child. process_child.c starts the child,
 * process_stdio.c makes its descriptors.
 *
 * The loop watches a descriptor of the child (a pidfd), which becomes readable when the child ends.
 * That needs no signal handler, and no search among all children. If the kernel refuses one (too
 * old, a filter, no descriptor left), or if SIGCHLD is ignored and the kernel would discard the
 * exit status, the child is checked at each SIGCHLD.
 *
 * In both cases the exit callback comes as a post: after the callbacks of all descriptors that were
 * ready in the same poll phase, so that the child's last output is read before its end is reported.
 */
#include "handle/process.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/check.h"
#include "handle/signal.h"
#include "loop/call.h"
#include "loop/choose.h"
#include "os/descriptor.h"

/* Newer than the headers of some systems; the numbers are the same on all architectures. */
#ifndef P_PIDFD
#define P_PIDFD 3
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

typedef struct gy_child gy_child;

typedef struct {
  gy_handle handle;
  uv_exit_cb exit_cb;
  int pid;
  bool running; /* not known to have ended */
  gy_child *child;
} gy_process;

/* What does not fit into a uv_process_t; freed when that is closed. */
struct gy_child {
  gy_process *process;
  gy_watcher watcher; /* of the pidfd; its fd is -1 if there is none */
  gy_post post;       /* the pidfd was readable */
  bool posted;
  gy_signal sigchld; /* started if there is no pidfd */
};

_Static_assert(sizeof(gy_process) <= sizeof(uv_process_t), "gy_process fits");
_Static_assert(offsetof(gy_process, exit_cb) == offsetof(uv_process_t, exit_cb), "exit_cb");
_Static_assert(offsetof(gy_process, pid) == offsetof(uv_process_t, pid), "pid");

static void close_pidfd(gy_loop *loop, gy_child *child) {
  gy_watcher_forget(loop, &child->watcher);
  if (child->watcher.fd >= 0) {
    gy_descriptor_close(child->watcher.fd);
    child->watcher.fd = -1;
  }
}

/* Stops watching the child. */
static void forget(gy_loop *loop, gy_child *child) {
  close_pidfd(loop, child);
  gy_signal_end(&child->sigchld);
  if (child->posted) {
    child->posted = false;
    child->post.run = NULL;
    loop->posts.dropped++;
  }
}

/* INFO has si_pid 0 if the child is alive. False: somebody else has waited for it, and its status
 * is lost. */
static bool ask(const gy_child *child, siginfo_t *info) {
  int fd = child->watcher.fd;
  for (;;) {
    info->si_pid = 0;
    int result = fd >= 0 ? waitid((idtype_t)P_PIDFD, (id_t)fd, info, WEXITED | WNOHANG)
                         : waitid(P_PID, (id_t)child->process->pid, info, WEXITED | WNOHANG);
    if (result == 0 || errno == ECHILD) {
      return result == 0;
    }
    if (errno != EINTR) {
      GY_CHECK(fd >= 0);
      fd = -1; /* Linux 5.3 has pidfds but cannot wait for them */
    }
  }
}

static void watch_signal(gy_loop *loop, gy_child *child) {
  close_pidfd(loop, child);
  int err = gy_signal_listen(&child->sigchld, SIGCHLD, false);
  GY_CHECK(err == 0);
  gy_signal_deliver(&child->sigchld); /* it may have ended before we listened */
}

static void watch_pidfd(gy_loop *loop, gy_child *child) {
  if (gy_watcher_start(loop, &child->watcher, GY_IO_READ) != 0) {
    watch_signal(loop, child);
  }
}

/* If the child has ended, calls the program. */
static void look_after(gy_loop *loop, gy_child *child) {
  gy_process *process = child->process;
  siginfo_t info;
  if (!ask(child, &info)) {
    forget(loop, child);
    return;
  }
  if (info.si_pid == 0) {
    if (child->watcher.fd >= 0) {
      watch_pidfd(loop, child);
    }
    return;
  }
  forget(loop, child);
  process->running = false;
  gy_handle_stop(&process->handle);
  if (GY_UNLIKELY(gy_choose_on)) {
    gy_orders_child_ended(loop);
  }
  if (process->exit_cb != NULL) {
    bool exited = info.si_code == CLD_EXITED;
    GY_CALL(loop, PROCESS, process, process->exit_cb,
            process->exit_cb((uv_process_t *)process, exited ? info.si_status : 0,
                             exited ? 0 : info.si_status));
  }
}

static void on_post(gy_loop *loop, gy_post *post) {
  gy_child *child = GY_CONTAINER(post, gy_child, post);
  child->posted = false;
  look_after(loop, child);
}

static void on_pidfd(gy_loop *loop, gy_watcher *watcher, uint32_t events) {
  gy_child *child = GY_CONTAINER(watcher, gy_child, watcher);
  if (events == GY_IO_ERROR) { /* the kernel cannot watch it */
    watch_signal(loop, child);
    return;
  }
  gy_watcher_forget(loop, watcher);
  child->posted = true;
  child->post.run = on_post;
  gy_posts_push(loop, GY_POSTS_LATE, &child->post);
}

static void on_sigchld(uv_signal_t *signal, int signum) {
  (void)signum;
  gy_child *child = GY_CONTAINER(signal, gy_child, sigchld);
  look_after(gy_loop_of(signal->loop), child);
}

/* Without zombies there is no exit status. Listening for SIGCHLD changes that, too. */
static bool children_vanish(void) {
  struct sigaction action;
  int result = sigaction(SIGCHLD, NULL, &action);
  GY_CHECK(result == 0);
  return action.sa_handler == SIG_IGN || (action.sa_flags & SA_NOCLDWAIT) != 0;
}

static gy_child *make_child(gy_process *process) {
  gy_child *child = gy_alloc(sizeof(*child));
  if (child != NULL) {
    child->process = process;
    gy_watcher_init(&child->watcher, on_pidfd, -1);
    child->posted = false;
    gy_signal_init(process->handle.loop, &child->sigchld, on_sigchld);
  }
  return child;
}

static int start(gy_process *process, const uv_process_options_t *options) {
  gy_loop *loop = process->handle.loop;
  gy_process_stdio stdio;
  int err = gy_process_stdio_open(&stdio, options);
  if (err != 0) {
    return err;
  }
  gy_child *child = process->child;
  bool vanish = children_vanish();
  if (vanish) {
    err = gy_signal_listen(&child->sigchld, SIGCHLD, false);
    GY_CHECK(err == 0);
  }
  pid_t pid;
  err = gy_process_child_start(options, &stdio, &pid);
  /* Our ends of pipes are opened even if there is no child: programs then read an end of file, as
   * from any other. */
  gy_process_stdio_keep(&stdio, options);
  if (err != 0) {
    gy_signal_end(&child->sigchld);
    return err;
  }
  process->pid = pid;
  process->running = true;
  gy_handle_start(&process->handle);
  if (!vanish) {
    child->watcher.fd = (int)syscall(SYS_pidfd_open, pid, 0);
    if (child->watcher.fd >= 0) {
      watch_pidfd(loop, child);
    } else {
      watch_signal(loop, child);
    }
  }
  return 0;
}

int uv_spawn(uv_loop_t *loop, uv_process_t *handle, const uv_process_options_t *options) {
  const unsigned known = UV_PROCESS_SETUID | UV_PROCESS_SETGID | UV_PROCESS_DETACHED |
                         UV_PROCESS_WINDOWS_VERBATIM_ARGUMENTS | UV_PROCESS_WINDOWS_HIDE |
                         UV_PROCESS_WINDOWS_HIDE_CONSOLE | UV_PROCESS_WINDOWS_HIDE_GUI |
                         UV_PROCESS_WINDOWS_FILE_PATH_EXACT_NAME | GYRE_PROCESS_NO_ATFORK;
  gy_process *process = (gy_process *)handle;
  gy_handle_init(gy_loop_of(loop), process, UV_PROCESS);
  process->exit_cb = options->exit_cb;
  process->pid = 0;
  process->running = false;
  process->child = NULL;
  if (options->file == NULL || (options->flags & ~known) != 0) {
    return UV_EINVAL;
  }
  int err = gy_signal_prepare();
  if (err != 0) {
    return err;
  }
  process->child = make_child(process);
  err = process->child == NULL ? UV_ENOMEM : start(process, options);
  if (err == 0) {
    GY_SCHEDULE(gy_loop_of(loop), PROCESS, process, process->pid);
  }
  return err;
}

int uv_process_kill(uv_process_t *handle, int signum) {
  gy_process *process = (gy_process *)handle;
  return process->running ? uv_kill(process->pid, signum) : UV_ESRCH;
}

int uv_kill(int pid, int signum) { return kill(pid, signum) == 0 ? 0 : -errno; }

uv_pid_t uv_process_get_pid(const uv_process_t *handle) { return handle->pid; }

/* The child continues; nobody waits for it any more. */
bool gy_process_close(gy_handle *handle) {
  gy_process *process = (gy_process *)handle;
  if (process->child != NULL) {
    forget(handle->loop, process->child);
  }
  gy_handle_stop(handle);
  return true;
}

void gy_process_finish(gy_handle *handle) { gy_free(((gy_process *)handle)->child); }

/* After a fork the children belong to the parent: their ends are not reported here. */
void gy_process_forked(gy_handle *handle) {
  gy_child *child = ((gy_process *)handle)->child;
  if (child == NULL) {
    return;
  }
  gy_signal_forked(&child->sigchld.handle);
  child->posted = false;
  child->post.run = NULL;
  forget(handle->loop, child);
}

/* If close_range is missing or too old, there is no list of the open descriptors. */
static void close_on_exec_all(void) {
  struct rlimit limit;
  int result = getrlimit(RLIMIT_NOFILE, &limit);
  GY_CHECK(result == 0);
  for (rlim_t fd = 0; fd < limit.rlim_cur && fd < 65536; fd++) {
    (void)gy_descriptor_close_on_exec((int)fd, true); /* most are not open */
  }
}

void uv_disable_stdio_inheritance(void) {
  const unsigned set_close_on_exec = 4;
  if (syscall(SYS_close_range, 0, ~0u, set_close_on_exec) != 0) {
    close_on_exec_all();
  }
}
