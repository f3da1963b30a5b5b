/* SPDX-License-Identifier: MIT */
/*
 * Plays scenes with faults:
 *
 *   faults [--all] [--patience S] [--only CALL[:ERROR[:N]]] [--verbose] SCENE...
 *
 * Each scene is played once to count its calls, then once for each call and each error that it may
 * have, each time in a new process. What must hold every time: it ends by itself; all goals are
 * reached, or an error was reported, the very error of the call where calls.def requires it; every
 * request had its callback once; the loop closed; no descriptor and no memory leaked.
 */
#include <errno.h>
#include <ftw.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "play.h"

#define FOR_EVER 1000000000

typedef enum { END, MARK_SELDOM, MUST_ABSORB, MAY_TELL, MAY_TURN } error_kind;

typedef struct {
  error_kind kind;
  int error;
  const char *name;
} call_error;

#define ABSORBED(e) \
  { MUST_ABSORB, e, #e }
#define TOLD(e) \
  { MAY_TELL, e, #e }
#define TURNED(e) \
  { MAY_TURN, e, #e }
#define SELDOM \
  { MARK_SELDOM, 0, "" }

static const struct {
  const char *name;
  call_error errors[10];
} calls[] = {
#define CALL(call, ...) [CALL_##call] = {#call, {__VA_ARGS__}},
#include "calls.def"
#undef CALL
};

static const scene *const scenes[] = {
#define SCENE(name) &scene_##name,
#include "scenes.def"
#undef SCENE
};

static struct {
  bool all;
  bool verbose;
  int patience_s;
  const char *only;
  play_report *report;
  unsigned passed;
  unsigned failed;
  unsigned skipped;
} run = {.patience_s = 20};

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *at) {
  (void)info;
  (void)type;
  (void)at;
  return remove(path);
}

static void remove_directory(void) {
  nftw(run.report->directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* clone is no function of the C library here: the kernel itself is made to refuse it. */
static bool refuse_clone(int error) {
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_VFORK, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)error),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {.len = sizeof(program) / sizeof(program[0]), .filter = program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

static void play_in_child(const scene *what, const play_fault *fault) {
  setpgid(0, 0); /* so that its own children can be killed too */
  signal(SIGPIPE, SIG_IGN);
  bool no_clone = fault->call == CALL_clone && refuse_clone(fault->error);
  scene_play(what, fault, run.report);
  run.report->hits += no_clone;
  exit(0); /* here a sanitizer looks for leaks */
}

/* How it failed, in words; NULL if it ended by itself and all is well. */
static const char *play_once(const scene *what, const play_fault *fault) {
  static char text[64];
  char directory[sizeof(run.report->directory)];
  const char *base = getenv("TMPDIR");
  snprintf(directory, sizeof(directory), "%s/gyre-faults-XXXXXX", base == NULL ? P_tmpdir : base);
  if (mkdtemp(directory) == NULL) {
    perror(directory);
    exit(1);
  }
  *run.report = (play_report){0};
  memcpy(run.report->directory, directory, sizeof(directory));
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    play_in_child(what, fault);
  }
  int pidfd = child < 0 ? -1 : (int)syscall(SYS_pidfd_open, child, 0);
  if (pidfd < 0) {
    perror("fork, pidfd_open");
    exit(1);
  }
  struct pollfd end = {.fd = pidfd, .events = POLLIN};
  bool late = poll(&end, 1, run.patience_s * 1000) == 0;
  if (late) {
    kill(child, run.verbose ? SIGABRT : SIGKILL);
  }
  int status;
  waitpid(child, &status, 0);
  kill(-child, SIGKILL);
  close(pidfd);
  remove_directory();
  if (late) {
    return "hangs";
  }
  if (WIFSIGNALED(status)) {
    snprintf(text, sizeof(text), "killed by SIG%s", sigabbrev_np(WTERMSIG(status)));
    return text;
  }
  if (WEXITSTATUS(status) != 0) {
    snprintf(text, sizeof(text), "exit status %d", WEXITSTATUS(status));
    return text;
  }
  return run.report->wrong[0] != '\0' ? run.report->wrong : NULL;
}

/* Was the right error reported? */
static const char *judge(const play_fault *fault, error_kind kind) {
  static char text[100];
  int told = run.report->error;
  if (told == 0) {
    return NULL;
  }
  bool same = told == -fault->error;
  /* A pool may have fewer threads than requested. */
  bool absorb = kind == MUST_ABSORB || (fault->call == CALL_pthread_create && fault->at > 1);
  if (absorb || run.report->hits == 0 || (kind == MAY_TELL && !same)) {
    snprintf(text, sizeof(text), "%s was reported%s", uv_err_name(told),
             run.report->hits == 0 ? ", though no call had failed" : "");
    return text;
  }
  return NULL;
}

static void count(const scene *what, const char *call, const char *error, long at,
                  const char *wrong) {
  if (wrong == NULL) {
    run.passed++;
    if (run.verbose) {
      printf("passed  %s %s %s #%ld: %u goals, %s\n", what->name, call, error, at,
             run.report->goals, run.report->error == 0 ? "-" : uv_err_name(run.report->error));
    }
  } else {
    run.failed++;
    printf("FAILED  %s %s %s #%ld: %s\n", what->name, call, error, at, wrong);
  }
  fflush(stdout);
}

static bool selected(const char *call, const char *error, long at) {
  char name[100];
  if (run.only == NULL) {
    return true;
  }
  snprintf(name, sizeof(name), "%s:%s:%ld:", call, error, at);
  size_t length = strlen(run.only);
  return strncmp(name, run.only, length) == 0 && name[length] == ':';
}

static void play_call(const scene *what, fault_call call, long number) {
  bool rest = false;
  for (const call_error *error = calls[call].errors; error->kind != END; error++) {
    rest |= error->kind == MARK_SELDOM;
    bool missing = error->error == ENOSYS; /* a call that is missing was always missing */
    long last = missing && number > 1 ? 1 : number;
    for (long at = 1; at <= last && error->kind != MARK_SELDOM && (run.all || !rest); at++) {
      if (!selected(calls[call].name, error->name, at)) {
        continue;
      }
      play_fault fault = {
          .call = call, .error = error->error, .at = at, .times = missing ? FOR_EVER : 1};
      const char *wrong = play_once(what, &fault);
      count(what, calls[call].name, error->name, at,
            wrong != NULL ? wrong : judge(&fault, error->kind));
    }
  }
}

/* From some call on, no more descriptors, threads or memory. */
static void play_exhausted(const scene *what, const long *counts) {
  static const struct {
    fault_call call;
    int error;
  } kinds[] = {
      {CALL_alloc, ENOMEM},      {CALL_socket, EMFILE},         {CALL_open, EMFILE},
      {CALL_socketpair, EMFILE}, {CALL_pthread_create, EAGAIN}, {CALL_inotify_init1, EMFILE},
      {CALL_pidfd_open, EMFILE}, {CALL_epoll_ctl, ENOSPC},      {CALL_inotify_add_watch, ENOSPC}};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
    for (long at = 1; at <= counts[kinds[i].call]; at++) {
      if (!selected(calls[kinds[i].call].name, "for_ever", at)) {
        continue;
      }
      play_fault fault = {
          .call = kinds[i].call, .error = kinds[i].error, .at = at, .times = FOR_EVER};
      const char *wrong = play_once(what, &fault);
      count(what, calls[kinds[i].call].name, "for_ever", at, wrong);
    }
  }
}

static void play_scene(const scene *what) {
  play_fault none = {.call = CALL_COUNT};
  long counts[CALL_COUNT];
  long total = 0;
  unsigned before = run.passed + run.failed;
  const char *wrong = play_once(what, &none);
  int told = run.report->error;
  if (told == UV_EADDRNOTAVAIL || told == UV_EAFNOSUPPORT || told == UV_ENOTSUP) {
    printf("skipped %s: %s\n", what->name, uv_strerror(told));
    run.skipped++;
    return;
  }
  wrong = wrong == NULL && told != 0 ? uv_err_name(told) : wrong;
  count(what, "no", "fault", 0, wrong);
  if (wrong != NULL) {
    return;
  }
  memcpy(counts, run.report->counts, sizeof(counts));
  counts[CALL_clone] = strcmp(what->name, "process") == 0;
  for (int call = 0; call < CALL_COUNT; call++) {
    total += counts[call];
    play_call(what, (fault_call)call, counts[call]);
  }
  play_exhausted(what, counts);
  printf("%s: %ld calls, played %u times\n", what->name, total, run.passed + run.failed - before);
}

static void play_named(const char *name) {
  for (size_t i = 0; i < sizeof(scenes) / sizeof(scenes[0]); i++) {
    if (strcmp(scenes[i]->name, name) == 0) {
      play_scene(scenes[i]);
      return;
    }
  }
  fprintf(stderr, "no scene is called %s\n", name);
  exit(1);
}

int main(int argc, char **argv) {
  run.report =
      mmap(NULL, sizeof(*run.report), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (run.report == MAP_FAILED) {
    perror("mmap");
    return 1;
  }
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--all") == 0) {
      run.all = true;
    } else if (strcmp(argv[i], "--verbose") == 0) {
      run.verbose = true;
    } else if (strcmp(argv[i], "--patience") == 0 && i + 1 < argc) {
      run.patience_s = atoi(argv[++i]);
    } else if (strcmp(argv[i], "--only") == 0 && i + 1 < argc) {
      run.only = argv[++i];
    } else {
      play_named(argv[i]);
    }
  }
  printf("%u passed, %u failed, %u skipped\n", run.passed, run.failed, run.skipped);
  return run.failed > 0;
}
