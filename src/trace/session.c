/* SPDX-License-Identifier: MIT */
/*
 * When there is a trace, and where it goes: GYRE_TRACE and the functions of gyre.h that start and
 * stop one, and every way in which a process can end.
 *
 * The file is opened when the trace begins, so that a bad name is noticed at once. It is written
 * when the trace ends: at gyre_trace_stop, at exit, or at a signal that ends the process and that
 * the program left to its default or to a handler that runs once before the end. The code that
 * writes it does not use malloc, and takes no lock that a signal could have interrupted. Not
 * covered: _exit, SIGKILL, and a signal that the program handles.
 *
 * Programs that this one starts inherit GYRE_TRACE. The file belongs to this process, so for them
 * the variable is changed to a name with the process id. A forked child that goes on with a loop
 * writes to such a name, too.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/environment.h"
#include "trace/export.h"
#include "trace/file.h"
#include "trace/live.h"
#include "trace/trace.h"

#define ALTERNATE_STACK ((size_t)256 << 10)

atomic_bool gy_trace_wanted;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned wishes; /* how many want records; under the lock */
static gy_trace_moment began;
static char path[PATH_MAX]; /* "" or where the trace goes */
static bool from_environment;
static bool forked;       /* and the trace has not continued since */
static atomic_int writer; /* the process that has a file to write; 0: none */

gy_trace_moment gy_trace_moment_now(void) {
  struct timespec wall;
  clock_gettime(CLOCK_REALTIME, &wall);
  return (gy_trace_moment){
      .ns = gy_clock_ns(),
      .counter = gy_clock_counter(),
      .wall_ns = (uint64_t)wall.tv_sec * GY_CLOCK_NS_PER_SECOND + (uint64_t)wall.tv_nsec,
  };
}

gy_trace_moment gy_trace_began(void) { return began; }

/* ---- Names ------------------------------------------------------------------------------------
 */

/* NAME with `%p` replaced by TEXT; without one, TEXT goes before the ending. False: too long. */
static bool with_number(const char *name, const char *text, char *result) {
  const char *at = strstr(name, "%p");
  size_t skipped = 2;
  const char *dot = "";
  if (at == NULL) {
    const char *slash = strrchr(name, '/');
    at = strrchr(slash == NULL ? name : slash, '.');
    at = at == NULL ? name + strlen(name) : at;
    skipped = 0;
    dot = ".";
  }
  int size =
      snprintf(result, PATH_MAX, "%.*s%s%s%s", (int)(at - name), name, dot, text, at + skipped);
  return size < PATH_MAX;
}

static bool absolute(const char *name, char *result) {
  char directory[PATH_MAX];
  if (name[0] == '/' || strcmp(name, "-") == 0) {
    return snprintf(result, PATH_MAX, "%s", name) < PATH_MAX;
  }
  return getcwd(directory, sizeof(directory)) != NULL &&
         snprintf(result, PATH_MAX, "%s/%s", directory, name) < PATH_MAX;
}

/* Sets `path` to NAME for this process; NUMBERED: another process has the name itself. */
static int set_path(const char *name, bool numbered) {
  char whole[PATH_MAX];
  char number[16];
  if (!absolute(name, whole)) {
    return UV_ENAMETOOLONG;
  }
  snprintf(number, sizeof(number), "%d", (int)getpid());
  if (strcmp(whole, "-") == 0 || (!numbered && strstr(whole, "%p") == NULL)) {
    memcpy(path, whole, sizeof(whole));
    return 0;
  }
  return with_number(whole, number, path) ? 0 : UV_ENAMETOOLONG;
}

static int try_path(void) {
  if (strcmp(path, "-") == 0) {
    return 0;
  }
  if (gy_export_format(path) == NULL) {
    return UV_EINVAL;
  }
  int file = gy_trace_file_open(path);
  if (file < 0) {
    return file;
  }
  close(file);
  return 0;
}

/* ---- Writing ----------------------------------------------------------------------------------
 */

/* Texts of our own errors; others are the system's. */
static const char *reason(int err, char *room, size_t size) {
  switch (err) {
    case UV_EINVAL:
      return "its name ends neither in .html nor in .json or .txt, nor is it \"-\"";
    case UV_ELOOP:
      return "it is a symbolic link";
    case UV_EMLINK:
      return "it has another name as well (a hard link)";
    case UV_EPERM:
      return "it belongs to another user";
    case UV_EFTYPE:
      return "it is no regular file";
    default:
      return uv_strerror_r(err, room, size);
  }
}

static void complain(const char *name, int err) {
  char text[PATH_MAX + 128];
  char why[64];
  int size = snprintf(text, sizeof(text), "gyre: no trace is written to %s: %s\n", name,
                      reason(err, why, sizeof(why)));
  ssize_t written = write(STDERR_FILENO, text, (size_t)size);
  (void)written; /* there is nobody else to tell */
}

static int write_path(void) {
  bool to_stderr = strcmp(path, "-") == 0;
  int file = to_stderr ? STDERR_FILENO : gy_trace_file_open(path);
  if (file < 0) {
    return file;
  }
  if (!to_stderr && ftruncate(file, 0) != 0) {
    int err = -errno;
    close(file);
    return err;
  }
  int err = gy_export_write(file, gy_export_format(path));
  if (!to_stderr && close(file) != 0 && err == 0) {
    err = -errno;
  }
  return err;
}

/* Once, by whichever comes first; not by a child that has no trace of its own. */
static int finish(void) {
  int self = (int)getpid();
  if (!atomic_compare_exchange_strong(&writer, &self, 0)) {
    return 0;
  }
  return write_path();
}

__attribute__((destructor)) static void at_exit(void) {
  int err = finish();
  if (err != 0) {
    complain(path, err);
  }
}

/* ---- Signals ----------------------------------------------------------------------------------
 */

static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE,  SIGABRT, SIGSYS,
                            SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGXCPU, SIGPIPE};

static struct sigaction before[NSIG]; /* what each had */

enum { PATIENCE_MS = 100 };
static const struct timespec one_ms = {.tv_nsec = 1000000};

static atomic_int home;   /* the thread that has begun the trace: most often that of the loop */
static atomic_int ending; /* the thread that is in on_fatal, below; 0: none */

/* The kernel gives a signal for the whole process to any thread. If it is another than the loop's,
 * the loop would go on while the trace is written, and do what the trace does not show. So its own
 * thread is interrupted. False: that is this one, or it is gone or blocks the signal. */
static bool is_left_to_home(int signum, int self) {
  bool is_for_all = signum == SIGTERM || signum == SIGINT || signum == SIGHUP ||
                    signum == SIGQUIT || signum == SIGXCPU;
  int other = atomic_load(&home);
  if (!is_for_all || self == other || syscall(SYS_tgkill, getpid(), other, signum) != 0) {
    return false;
  }
  for (int i = 0; i < PATIENCE_MS && atomic_load(&ending) == 0; i++) {
    nanosleep(&one_ms, NULL);
  }
  return atomic_load(&ending) != 0;
}

/* The signal is blocked here: its default effect comes when this returns. */
static void on_fatal(int signum) {
  int saved = errno;
  int self = (int)syscall(SYS_gettid);
  int nobody = 0;
  if (!is_left_to_home(signum, self) && atomic_compare_exchange_strong(&ending, &nobody, self)) {
    at_exit();
    gy_live_end();
    sigaction(signum, &before[signum], NULL);
    raise(signum);
    atomic_store(&ending, 0);
  }
  while (atomic_load(&ending) != 0) { /* another thread ends the process */
    nanosleep(&one_ms, NULL);
  }
  errno = saved;
}

/* The default, or a handler that runs once and then lets the default happen. */
static bool is_the_end(const struct sigaction *action) {
  bool is_default = (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_DFL;
  return is_default || (action->sa_flags & SA_RESETHAND) != 0;
}

/* Handling a stack overflow needs another stack. */
static void set_alternate_stack(void) {
  stack_t stack;
  if (sigaltstack(NULL, &stack) != 0 || (stack.ss_flags & SS_DISABLE) == 0) {
    return;
  }
  void *memory = mmap(NULL, ALTERNATE_STACK, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) {
    stack = (stack_t){.ss_sp = memory, .ss_size = ALTERNATE_STACK};
    sigaltstack(&stack, NULL);
  }
}

void gy_trace_watch_signals(void) {
  struct sigaction action = {.sa_handler = on_fatal, .sa_flags = SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  atomic_store(&home, (int)syscall(SYS_gettid));
  set_alternate_stack();
  for (size_t i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++) {
    struct sigaction *old = &before[fatal[i]];
    if (sigaction(fatal[i], NULL, old) == 0 && old->sa_handler != on_fatal && is_the_end(old)) {
      sigaction(fatal[i], &action, NULL);
    }
  }
}

/* Restores the signals that the program has not changed since. */
static void leave_signals(void) {
  for (size_t i = 0; i < sizeof(fatal) / sizeof(fatal[0]); i++) {
    struct sigaction now;
    if (sigaction(fatal[i], NULL, &now) == 0 && now.sa_handler == on_fatal) {
      sigaction(fatal[i], &before[fatal[i]], NULL);
    }
  }
}

/* ---- Beginning and end ------------------------------------------------------------------------
 */

/* In the child: the trace belongs to the parent. A new one begins if the child continues with a
 * loop. */
static void after_fork(void) {
  pthread_mutex_init(&lock, NULL);
  forked = atomic_load(&gy_trace_wanted);
  atomic_store(&writer, 0);
  atomic_store(&ending, 0);
}

static void begin_now(void) {
  began = gy_trace_moment_now();
  gy_trace_zero = gy_trace_counts ? began.counter : began.ns;
}

static void begin_once(void) {
  gy_clock_reading reading = {0};
  gy_clock_read(&reading);
  gy_trace_counts = gy_clock_counter_is_clock();
  begin_now();
  pthread_atfork(NULL, NULL, after_fork);
}

/* Under the lock. */
static void wish(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, begin_once);
  wishes++;
  atomic_store(&gy_trace_wanted, true);
}

/* Under the lock. */
static void unwish(void) {
  wishes--;
  atomic_store(&gy_trace_wanted, wishes > 0);
}

int gy_trace_record_begin(void) {
  pthread_mutex_lock(&lock);
  wish();
  pthread_mutex_unlock(&lock);
  return 0;
}

int gy_trace_record_end(void) {
  pthread_mutex_lock(&lock);
  int err = wishes == 0 ? UV_EINVAL : 0;
  if (err == 0) {
    unwish();
  }
  pthread_mutex_unlock(&lock);
  return err;
}

/* Under the lock. */
static int file_begin(const char *name, bool numbered) {
  int err = atomic_load(&writer) != 0 ? UV_EALREADY : set_path(name, numbered);
  if (err == 0) {
    err = try_path();
  }
  if (err == 0) {
    wish();
    gy_trace_watch_signals();
    atomic_store(&writer, (int)getpid());
  }
  return err;
}

int gy_trace_file_begin(const char *name) {
  pthread_mutex_lock(&lock);
  int err = file_begin(name, false);
  pthread_mutex_unlock(&lock);
  return err;
}

int gy_trace_file_end(void) {
  pthread_mutex_lock(&lock);
  int err = UV_EINVAL;
  if (atomic_load(&writer) == (int)getpid()) {
    err = finish();
    leave_signals();
    unwish();
  }
  pthread_mutex_unlock(&lock);
  return err;
}

/* Programs that this one starts write elsewhere. */
static void pass_on(const char *name) {
  char whole[PATH_MAX];
  char numbered[PATH_MAX];
  if (strcmp(name, "-") == 0 || !absolute(name, whole)) {
    return;
  }
  if (strstr(whole, "%p") != NULL) {
    setenv("GYRE_TRACE", whole, 1);
  } else if (with_number(whole, "%p", numbered)) {
    setenv("GYRE_TRACE", numbered, 1);
  }
}

static void heed_path(void) {
  const char *name = gy_environment_get("GYRE_TRACE");
  if (name == NULL || name[0] == '\0') {
    return;
  }
  pthread_mutex_lock(&lock);
  int err = file_begin(name, false);
  pthread_mutex_unlock(&lock);
  if (err != 0) {
    complain(name, err);
    return;
  }
  from_environment = true;
  pass_on(name);
}

static void heed_environment(void) {
  heed_path();
  gy_live_heed_environment();
}

void gy_trace_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, heed_environment);
  if (GY_UNLIKELY(forked)) {
    gy_trace_forked();
  }
}

void gy_trace_forked(void) {
  if (!forked) {
    return;
  }
  forked = false;
  char name[PATH_MAX];
  memcpy(name, path, sizeof(name));
  gy_trace_ring_forked();
  begin_now();
  wishes = 0;
  atomic_store(&gy_trace_wanted, false);
  if (from_environment && name[0] != '\0') {
    const char *wanted = gy_environment_get("GYRE_TRACE"); /* with `%p`: see pass_on */
    int err = file_begin(wanted == NULL ? name : wanted, wanted == NULL);
    if (err != 0) {
      complain(name, err);
    }
  }
}

uint64_t gy_trace_dropped(void) {
  uint64_t sum = 0;
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    uint64_t written = atomic_load_explicit(&ring->next, memory_order_relaxed);
    sum += written > ring->mask + 1 ? written - (ring->mask + 1) : 0;
  }
  return sum;
}
