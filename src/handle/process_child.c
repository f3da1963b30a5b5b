/* SPDX-License-Identifier: MIT */
/*
 * Starting a child, for process.c.
 *
 * The child is made by clone with CLONE_VM and CLONE_VFORK: it runs in our memory, on its own
 * stack, and we stand still until it has become the new program or has given up. Nothing is copied,
 * however large we are, and the child reports an error by writing to our memory.
 *
 * So the functions marked IN_CHILD must not change anything else: they make system calls and write
 * to the plan. Wrappers of the C library are avoided even where they would work: its setuid would
 * change the user of our threads, and a sanitizer that intercepts them would take the child for the
 * thread that stands still. All signals are blocked meanwhile, in the child until no handler is
 * left, because none of our handlers may run there.
 *
 * A child that changes its user gets a copy of our memory instead. The kernel marks memory as not
 * to be dumped or traced when its user changes, and that would be our memory.
 *
 * If there may be handlers of pthread_atfork, which run code of the program in between (uvloop's
 * preexec_fn), the C library forks.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gyre.h"

#include "base/alloc.h"
#include "base/check.h"
#include "handle/process.h"
#include "os/arch.h"
#include "os/forks.h"

#define STACK_SIZE 32768 /* mostly for the dynamic linker, which may have to find syscall() */
#define STACK_ALIGNMENT 16
#define SHELL "/bin/sh"
#define DEFAULT_PATH "/bin:/usr/bin"

/* The child never returns, so the sanitizers' tracking of calls and stacks would go wrong. */
#if defined(__has_attribute) && __has_attribute(disable_sanitizer_instrumentation)
#define IN_CHILD __attribute__((noinline, no_sanitize_address, disable_sanitizer_instrumentation))
#else
#define IN_CHILD __attribute__((noinline, no_sanitize_address, no_sanitize_thread))
#endif

#ifdef SYS_setuid32 /* where the plain ones take 16 bits */
#define NR_SETUID SYS_setuid32
#define NR_SETGID SYS_setgid32
#define NR_SETGROUPS SYS_setgroups32
#else
#define NR_SETUID SYS_setuid
#define NR_SETGID SYS_setgid
#define NR_SETGROUPS SYS_setgroups
#endif
#ifdef SYS_fcntl64
#define NR_FCNTL SYS_fcntl64
#else
#define NR_FCNTL SYS_fcntl
#endif

/* Everything that the child needs, prepared in advance so that the child computes nothing. */
typedef struct {
  const uv_process_options_t *options;
  char *const *env;
  char **shell_args; /* to run a script: SHELL and the file come first */
  char *files;       /* paths to try, each with its NUL; an empty one ends the list */
  int *fds;          /* the child's descriptor i is a copy of fds[i]; -1: see gy_process_stdio */
  int count;
  _Atomic int own_error;
  _Atomic int *error; /* why it gave up: points to own_error, or to memory shared with the copy */
  char *stack;
} gy_plan;

IN_CHILD _Noreturn static void give_up(gy_plan *plan, int error) {
  atomic_store_explicit(plan->error, error, memory_order_relaxed);
  for (;;) {
    syscall(SYS_exit_group, 127);
  }
}

/* Our handlers must not run in the child, and signals that we ignore are not ignored in it. */
IN_CHILD static void reset_signals(void) {
  const unsigned long action[8] = {0}; /* the kernel's, of any architecture: SIG_DFL, no flags */
  for (int signum = 1; signum < NSIG; signum++) {
    syscall(SYS_rt_sigaction, signum, action, NULL, (size_t)_NSIG / 8);
  }
}

IN_CHILD static void unblock_signals(void) {
  const unsigned long none[_NSIG / 8 / sizeof(unsigned long)] = {0};
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, none, NULL, sizeof(none));
}

/* Descriptors whose numbers are needed for others are first moved behind all of them. */
IN_CHILD static void move_away(gy_plan *plan) {
  for (int i = 0; i < plan->count; i++) {
    int fd = plan->fds[i];
    if (fd >= 0 && fd < plan->count && fd != i) {
      long moved = syscall(NR_FCNTL, fd, F_DUPFD_CLOEXEC, plan->count);
      if (moved < 0) {
        give_up(plan, errno);
      }
      plan->fds[i] = (int)moved;
    }
  }
}

IN_CHILD static void put(gy_plan *plan, int from, int to) {
  long result = from == to ? syscall(NR_FCNTL, to, F_SETFD, 0) : syscall(SYS_dup3, from, to, 0);
  if (result < 0) {
    give_up(plan, errno);
  }
}

IN_CHILD static void put_null(gy_plan *plan, int to) {
  int mode = to == STDIN_FILENO ? O_RDONLY : O_RDWR;
  long fd = syscall(SYS_openat, AT_FDCWD, "/dev/null", mode, 0);
  if (fd < 0) {
    give_up(plan, errno);
  }
  put(plan, (int)fd, to);
  if (fd != to) {
    syscall(SYS_close, (int)fd);
  }
}

/* Programs expect their standard descriptors to be blocking. */
IN_CHILD static void make_blocking(gy_plan *plan, int fd) {
  long flags = syscall(NR_FCNTL, fd, F_GETFL, 0);
  if (flags < 0 ||
      ((flags & O_NONBLOCK) != 0 && syscall(NR_FCNTL, fd, F_SETFL, flags & ~O_NONBLOCK) < 0)) {
    give_up(plan, errno);
  }
}

IN_CHILD static void arrange_descriptors(gy_plan *plan) {
  move_away(plan);
  for (int i = 0; i < plan->count; i++) {
    bool standard = i <= STDERR_FILENO;
    if (plan->fds[i] >= 0) {
      put(plan, plan->fds[i], i);
      if (standard) {
        make_blocking(plan, i);
      }
    } else if (standard) {
      put_null(plan, i);
    }
  }
}

IN_CHILD static void change_user(gy_plan *plan) {
  const uv_process_options_t *options = plan->options;
  if ((options->flags & (UV_PROCESS_SETUID | UV_PROCESS_SETGID)) != 0) {
    /* May fail: a user who may not change groups may still be allowed what follows. */
    syscall(NR_SETGROUPS, 0, NULL);
  }
  if ((options->flags & UV_PROCESS_SETGID) != 0 && syscall(NR_SETGID, options->gid) != 0) {
    give_up(plan, errno);
  }
  if ((options->flags & UV_PROCESS_SETUID) != 0 && syscall(NR_SETUID, options->uid) != 0) {
    give_up(plan, errno);
  }
}

/* Returns only on failure, with the error. A file that the kernel cannot run is a script for the
 * shell. */
IN_CHILD static int try_file(gy_plan *plan, char *file) {
  syscall(SYS_execve, file, plan->options->args, plan->env);
  if (errno == ENOEXEC) {
    plan->shell_args[1] = file;
    syscall(SYS_execve, SHELL, plan->shell_args, plan->env);
  }
  return errno;
}

/* A file that may not be run does not end the search, but its error is reported if nothing else is
 * found. */
IN_CHILD _Noreturn static void become_program(gy_plan *plan) {
  bool refused = false;
  int error = ENOENT;
  for (char *file = plan->files; *file != '\0';) {
    error = try_file(plan, file);
    refused |= error == EACCES;
    if (error != EACCES && error != ENOENT && error != ENOTDIR && error != ESTALE &&
        error != ENODEV && error != ETIMEDOUT) {
      give_up(plan, error);
    }
    while (*file++ != '\0') {
    }
  }
  give_up(plan, refused ? EACCES : error);
}

IN_CHILD static int child(void *arg) {
  gy_plan *plan = arg;
  reset_signals();
  if ((plan->options->flags & UV_PROCESS_DETACHED) != 0) {
    syscall(SYS_setsid);
  }
  arrange_descriptors(plan);
  if (plan->options->cwd != NULL && syscall(SYS_chdir, plan->options->cwd) != 0) {
    give_up(plan, errno);
  }
  change_user(plan);
  unblock_signals();
  become_program(plan);
}

/* PATH in the environment of the child. */
static const char *search_path(char *const *env) {
  for (; env != NULL && *env != NULL; env++) {
    if (strncmp(*env, "PATH=", 5) == 0) {
      return *env + 5;
    }
  }
  return DEFAULT_PATH;
}

/* Writes the paths to try to OUT, if it is not NULL. Returns their size. */
static size_t list_files(const char *file, char *const *env, char *out) {
  size_t length = strlen(file);
  size_t size = 0;
  const char *path = strchr(file, '/') != NULL ? NULL : search_path(env);
  do {
    size_t directory = path == NULL ? 0 : strcspn(path, ":");
    /* An empty entry of PATH is the working directory. */
    size_t prefix = directory + (directory > 0);
    if (out != NULL) {
      if (directory > 0) {
        memcpy(out + size, path, directory);
        out[size + directory] = '/';
      }
      memcpy(out + size + prefix, file, length + 1);
    }
    size += prefix + length + 1;
    path = path == NULL || path[directory] == '\0' ? NULL : path + directory + 1;
  } while (path != NULL);
  if (out != NULL) {
    out[size] = '\0';
  }
  return size + 1;
}

static size_t count_args(char *const *args) {
  size_t count = 0;
  while (args != NULL && args[count] != NULL) {
    count++;
  }
  return count;
}

/* The plan and everything that it points to, in one block of memory; NULL: no memory. */
static gy_plan *make_plan(const uv_process_options_t *options, const gy_process_stdio *stdio) {
  char *const *env = options->env != NULL ? options->env : environ;
  size_t args = count_args(options->args);
  size_t shell_size = (args + 3) * sizeof(char *);
  size_t fds_size = (size_t)stdio->count * sizeof(int);
  size_t files_size = list_files(options->file, env, NULL);
  gy_plan *plan =
      gy_alloc(sizeof(*plan) + shell_size + fds_size + files_size + STACK_ALIGNMENT + STACK_SIZE);
  if (plan == NULL) {
    return NULL;
  }
  plan->options = options;
  plan->env = env;
  plan->shell_args = (char **)(plan + 1);
  plan->fds = (int *)((char *)plan->shell_args + shell_size);
  plan->files = (char *)plan->fds + fds_size;
  plan->stack = plan->files + files_size;
  plan->stack += STACK_ALIGNMENT - (uintptr_t)plan->stack % STACK_ALIGNMENT;
  plan->shell_args[0] = SHELL;
  for (size_t i = 1; i < args; i++) {
    plan->shell_args[i + 1] = options->args[i];
  }
  plan->shell_args[args < 2 ? 2 : args + 1] = NULL;
  memcpy(plan->fds, stdio->theirs, fds_size);
  plan->count = stdio->count;
  list_files(options->file, env, plan->files);
  atomic_init(&plan->own_error, 0);
  plan->error = &plan->own_error;
  return plan;
}

/* A child that gave up leaves nothing behind. */
static void reap(pid_t made, int err) {
  pid_t waited = 0;
  while (err != 0 && waited != made && (waited == 0 || errno == EINTR)) {
    waited = waitpid(made, NULL, 0);
  }
}

/* Signals stay blocked until a child that gave up is gone: no handler should see it. */
static int launch(gy_plan *plan, int flags, pid_t *pid) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  int err = -pthread_sigmask(SIG_SETMASK, &all, &before);
  GY_CHECK(err == 0);
  pid_t made = gy_arch_clone(child, plan->stack + STACK_SIZE, flags | CLONE_VFORK | SIGCHLD, plan);
  if (made < 0) {
    err = -errno;
  } else {
    err = -atomic_load_explicit(plan->error, memory_order_relaxed);
    reap(made, err);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  *pid = made;
  return err;
}

/* The end of the pipe is closed on exec. Its number must not be one where a descriptor is to be
 * put. */
_Noreturn static void child_of_fork(gy_plan *plan, int told) {
  long kept = syscall(NR_FCNTL, told, F_DUPFD_CLOEXEC, plan->count);
  if (kept < 0) {
    give_up(plan, errno);
  }
  syscall(SYS_close, told);
  child(plan);
  give_up(plan, EINVAL); /* not reached */
}

/* fork does not wait, so we read from a pipe. */
static int launch_fork(gy_plan *plan, int flags, pid_t *pid) {
  sigset_t all;
  sigset_t before;
  int ends[2];
  char nothing;
  (void)flags;
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return -errno;
  }
  sigfillset(&all);
  int err = -pthread_sigmask(SIG_SETMASK, &all, &before);
  GY_CHECK(err == 0);
  pid_t made = fork();
  if (made == 0) {
    child_of_fork(plan, ends[1]);
  }
  err = made < 0 ? -errno : 0;
  close(ends[1]);
  while (err == 0 && read(ends[0], &nothing, 1) < 0 && errno != EBADF) {
    /* No other error of our pipe is permanent, and the child's answer is needed. */
  }
  close(ends[0]);
  if (err == 0) {
    err = -atomic_load(plan->error);
    reap(made, err);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  *pid = made;
  return err;
}

/* The child gets a copy of our memory, except for the place where it reports its error. */
static int launch_copy(gy_plan *plan, int (*start)(gy_plan *, int, pid_t *), pid_t *pid) {
  void *shared =
      mmap(NULL, sizeof(*plan->error), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) {
    return -errno;
  }
  plan->error = shared;
  atomic_init(plan->error, 0);
  int err = start(plan, 0, pid);
  munmap(shared, sizeof(*plan->error));
  return err;
}

int gy_process_child_start(const uv_process_options_t *options, const gy_process_stdio *stdio,
                           pid_t *pid) {
  if (options->file[0] == '\0') {
    return UV_ENOENT;
  }
  gy_plan *plan = make_plan(options, stdio);
  if (plan == NULL) {
    return UV_ENOMEM;
  }
  bool other_user = (options->flags & (UV_PROCESS_SETUID | UV_PROCESS_SETGID)) != 0;
  bool told = (options->flags & GYRE_PROCESS_NO_ATFORK) == 0 && gy_forks_watched();
  int err = told         ? launch_copy(plan, launch_fork, pid)
            : other_user ? launch_copy(plan, launch, pid)
                         : launch(plan, CLONE_VM, pid);
  gy_free(plan);
  return err;
}
