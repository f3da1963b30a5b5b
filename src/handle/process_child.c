/* SPDX-License-Identifier: MIT */
/*
 * Bringing a child to life, for process.c.
 *
 * The child is made by clone with CLONE_VM and CLONE_VFORK: it runs in our memory, on a stack of
 * its own, and we stand still until it has become the new program or has given up. Nothing is
 * copied, however large we are, and it tells why it gave up by writing to our memory.
 *
 * So the functions marked IN_CHILD must leave no trace: they make system calls, write to the plan,
 * and nothing else. The C library's own wrappers are avoided even where they would do: its setuid
 * would change the user of our threads, and a sanitizer that watches them would take the child for
 * the thread that stands still. All signals are blocked meanwhile, in the child until no handler is
 * left: none of ours may run there.
 *
 * A child that changes its user gets a copy of our memory instead. The kernel marks memory whose
 * user has changed as not to be dumped or traced, and that would be ours.
 *
 * And where somebody may have handlers of pthread_atfork, which run code of the program between
 * here and there (uvloop's preexec_fn), it is the C library that forks.
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

#define STACK_SIZE \
  32768 /* the dynamic linker, should it have to find syscall(), needs most of it */
#define STACK_ALIGNMENT 16
#define SHELL "/bin/sh"
#define DEFAULT_PATH "/bin:/usr/bin"

/* The sanitizers' accounts of calls and stacks would go wrong: the child never returns. */
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

/* All that the child needs; made before it, so that it has nothing to compute. */
typedef struct {
  const uv_process_options_t *options;
  char *const *env;
  char **shell_args; /* to run a file that is no program: the first two are SHELL and the file */
  char *files;       /* what to try, one after the other, each with its NUL; an empty one ends it */
  int *fds;          /* the child's descriptor i is a copy of fds[i]; -1: see gy_process_stdio */
  int count;
  _Atomic int own_error;
  _Atomic int *error; /* why it gave up: own_error, or in memory that is shared with the copy */
  char *stack;
} gy_plan;

IN_CHILD _Noreturn static void give_up(gy_plan *plan, int error) {
  atomic_store_explicit(plan->error, error, memory_order_relaxed);
  for (;;) {
    syscall(SYS_exit_group, 127);
  }
}

/* A handler of ours must not run in the child, and what we ignore is not for it to ignore. */
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

/* Descriptors that lie where others are to be put are moved behind all of them first. */
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

/* Programs do not expect their standard descriptors to be in non-blocking mode. */
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
    /* May fail: who is not allowed to leave groups may still be allowed what follows. */
    syscall(NR_SETGROUPS, 0, NULL);
  }
  if ((options->flags & UV_PROCESS_SETGID) != 0 && syscall(NR_SETGID, options->gid) != 0) {
    give_up(plan, errno);
  }
  if ((options->flags & UV_PROCESS_SETUID) != 0 && syscall(NR_SETUID, options->uid) != 0) {
    give_up(plan, errno);
  }
}

/* Does not return if it works; the error if not. A file that the kernel does not know how to run is
 * a script for the shell. */
IN_CHILD static int try_file(gy_plan *plan, char *file) {
  syscall(SYS_execve, file, plan->options->args, plan->env);
  if (errno == ENOEXEC) {
    plan->shell_args[1] = file;
    syscall(SYS_execve, SHELL, plan->shell_args, plan->env);
  }
  return errno;
}

/* A file that may not be run does not end the search, but is what is reported if nothing else is
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

/* The PATH of the environment that the child gets. */
static const char *search_path(char *const *env) {
  for (; env != NULL && *env != NULL; env++) {
    if (strncmp(*env, "PATH=", 5) == 0) {
      return *env + 5;
    }
  }
  return DEFAULT_PATH;
}

/* Write what to try to OUT, unless it is NULL; the size that it takes. */
static size_t list_files(const char *file, char *const *env, char *out) {
  size_t length = strlen(file);
  size_t size = 0;
  const char *path = strchr(file, '/') != NULL ? NULL : search_path(env);
  do {
    size_t directory = path == NULL ? 0 : strcspn(path, ":");
    /* An empty entry of the path is the working directory. */
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

/* The plan and all that it points to, as one block of memory; NULL if there is none. */
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

/* Signals stay blocked until a child that gave up is gone: no handler should meet it. */
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

/* The end of the pipe closes by itself when the child has become its program; it must not lie where
 * a descriptor is to be put. */
_Noreturn static void child_of_fork(gy_plan *plan, int told) {
  long kept = syscall(NR_FCNTL, told, F_DUPFD_CLOEXEC, plan->count);
  if (kept < 0) {
    give_up(plan, errno);
  }
  syscall(SYS_close, told);
  child(plan);
  give_up(plan, EINVAL); /* not reached */
}

/* fork does not wait: a pipe does. */
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
    /* The pipe is ours: no other error lasts, and what the child says counts. */
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

/* The child gets a copy of our memory, but for the place in which it says why it gave up. */
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
