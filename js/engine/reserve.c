/* SPDX-License-Identifier: MIT */
/* The address space that the engine reserves, if that is limited (ulimit -v, ulimit -d, as
 * containers and batch systems set it). It would reserve 1 GB for compiled code, and for the
 * descriptions of objects' shapes 4 GB that begin at a multiple of 4 GB. It can do with less of the
 * latter, down to 32 MB, but it requests 4 GB more than it keeps, to find an aligned place in it,
 * and ends the process if that fails. So if there is a limit, we find the place. From 2.52 on it
 * requests 4 GB, then half of that, and so on, keeps half of what it gets in the end, and leaves
 * nothing for others: there we choose. */
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/engine.h"

#define MB ((size_t)1 << 20)
#define ALIGNMENT ((size_t)4 << 30)
#define PLENTY (160 * ALIGNMENT) /* more than it reserves without a limit */
#define SHARE_OF_SHAPES 16
#define SHARE_OF_CODE 8
#define CODE_MAX (1024 * MB)
#define FOR_ARENAS (2048 * MB)

static size_t limit; /* process: found before the engine starts. 0: none that matters */

/* Enough for a server that says hello. */
static size_t needed(void) { return (gj_engine_since(2, 54) ? 640 : 512) * MB; }

/* The smaller of both limits. */
static size_t read_limit(const char **name) {
  struct rlimit all;
  struct rlimit data;
  size_t least = SIZE_MAX;
  if (getrlimit(RLIMIT_AS, &all) == 0 && all.rlim_cur != RLIM_INFINITY) {
    least = all.rlim_cur;
    *name = "ulimit -v";
  }
  if (getrlimit(RLIMIT_DATA, &data) == 0 && data.rlim_cur != RLIM_INFINITY &&
      data.rlim_cur < least) {
    least = data.rlim_cur;
    *name = "ulimit -d";
  }
  return least;
}

/* process: used while the engine starts. It reads its options from the environment, which is then
 * restored for the process: the program must not see them. */
static struct {
  const char *name;
  bool ours;
} options[] = {{"JSC_jitMemoryReservationSize", false}, {"JSC_forceRAMSize", false}};

static void set_option(size_t index, size_t size) {
  char text[32];
  if (secure_getenv(options[index].name) == NULL) {
    snprintf(text, sizeof(text), "%zu", size);
    setenv(options[index].name, text, 1);
    options[index].ours = true;
  }
}

void gj_reserve_begin(void) {
  const char *name = NULL;
  size_t found = read_limit(&name);
  if (found >= PLENTY) {
    return;
  }
  if (found < needed()) {
    fprintf(stderr,
            "gyre: memory is limited to %zu kB (%s); the JavaScript engine needs %zu kB or more\n",
            found / 1024, name, needed() / 1024);
    exit(1);
  }
  limit = found;
#ifdef M_ARENA_MAX
  if (limit < FOR_ARENAS) { /* the C library would reserve 64 MB for each of several threads */
    mallopt(M_ARENA_MAX, 1);
  }
#endif
  size_t code = limit / SHARE_OF_CODE;
  set_option(0, code < CODE_MAX ? code : CODE_MAX);
  set_option(1, limit); /* the engine adjusts its collections to this */
}

/* Sanitizers have their own mmap, and reserve more than any limit allows. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

#if SANITIZED

static void watch_ends(void) {}

#else

/* The largest gap between two mappings. */
static bool find_gap(size_t *from, size_t *to) {
  FILE *maps = fopen("/proc/self/maps", "re");
  if (maps == NULL) {
    return false;
  }
  char line[512];
  size_t begin, end, last = 0;
  *from = *to = 0;
  while (fgets(line, sizeof(line), maps) != NULL) {
    /* Kernel addresses (vsyscall) are in the upper half. */
    if (sscanf(line, "%zx-%zx", &begin, &end) == 2 && begin <= SIZE_MAX / 2) {
      if (last != 0 && begin - last > *to - *from) {
        *from = last;
        *to = begin;
      }
      last = end;
    }
  }
  fclose(maps);
  return true;
}

/* A multiple of ALIGNMENT with SIZE bytes at it and nothing for ALIGNMENT after them: the engine
 * will unmap that part, which must not hit anything else. */
static void *map_aligned(size_t size, int prot, int flags) {
  size_t from, to;
  if (!find_gap(&from, &to) || to - from < 4 * ALIGNMENT) {
    return MAP_FAILED;
  }
  size_t at = (from + (to - from) / 2) & ~(ALIGNMENT - 1);
  return (void *)syscall(SYS_mmap, at, size, prot, flags | MAP_FIXED_NOREPLACE, -1, (off_t)0);
}

/* ---- The engine's end -------------------------------------------------------------------------
 * If the engine does not get memory that it needs, it ends the process with an illegal instruction
 * and without a message. So from the first refusal on, and if there is a limit, such an end is
 * reported, and becomes an abort, as in Node. */

static const int ends[] = {SIGILL, SIGTRAP, SIGABRT};
/* process: signal handlers are the process's */
static struct sigaction before[sizeof(ends) / sizeof(ends[0])];
static atomic_size_t refused; /* process: the same */

/* The C library may have been refused the stack of a thread: checks whether that would happen
 * now. */
static size_t refused_now(void) {
  const size_t size = 8 * MB;
  void *memory = (void *)syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, (off_t)0);
  if (memory != MAP_FAILED) {
    syscall(SYS_munmap, memory, size);
    return 0;
  }
  return size;
}

/* Several threads of the engine may end like this at once: the first one reports and ends them
 * all. */
static void on_end(int signum) {
  static atomic_bool told; /* process: signal handlers are the process's */
  char text[128];
  while (atomic_exchange(&told, true)) {
    pause();
  }
  size_t size = atomic_load(&refused) != 0 ? atomic_load(&refused) : refused_now();
  (void)signum;
  if (size != 0) {
    int length =
        snprintf(text, sizeof(text),
                 "gyre: out of memory: the engine ends here, it was refused %zu bytes\n", size);
    ssize_t written = write(STDERR_FILENO, text, (size_t)length);
    (void)written; /* there is nobody else to tell */
  }
  for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
    if (ends[i] == SIGABRT) {
      sigaction(SIGABRT, &before[i], NULL);
    }
  }
  abort(); /* abort: the engine has ended already */
}

static void watch_ends(void) {
  static atomic_bool watched; /* process: handlers of signals are */
  if (atomic_exchange(&watched, true)) {
    return;
  }
  struct sigaction action = {.sa_handler = on_end};
  for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
    sigaddset(&action.sa_mask, ends[i]); /* errors in the handler end the process */
  }
  for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
    sigaction(ends[i], &action, &before[i]);
  }
}

static void remember_refusal(size_t size) {
  atomic_store(&refused, size);
  watch_ends();
}

/* Whether it requests less and less, and still more than its share. */
static bool is_greedy(size_t size, int prot, int flags) {
  static atomic_size_t asked; /* process: limits are the process's */
  size_t last = atomic_load(&asked);
  bool reserves = (flags & MAP_NORESERVE) != 0 && (prot & PROT_EXEC) == 0;
  if (!reserves || (size != ALIGNMENT && size != last / 2)) {
    return false;
  }
  bool greedy = size / 2 > limit / SHARE_OF_SHAPES && size / 2 > 32 * MB;
  atomic_store(&asked, greedy ? size : 0);
  return greedy;
}

/* The engine's calls come here before they go to the C library. */
__attribute__((visibility("default"))) void *mmap(void *at, size_t size, int prot, int flags,
                                                  int fd, off_t offset) {
  bool reserves = limit != 0 && size > ALIGNMENT && at == NULL && (flags & MAP_NORESERVE) != 0;
  if (reserves && size <= 2 * ALIGNMENT) {
    size_t kept = size - ALIGNMENT;
    if (kept <= limit / SHARE_OF_SHAPES || kept <= 32 * MB) {
      return map_aligned(kept, prot, flags);
    }
    errno = ENOMEM; /* it tries again with half */
    return MAP_FAILED;
  }
  if (limit != 0 && at == NULL && is_greedy(size, prot, flags)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void *memory = (void *)syscall(SYS_mmap, at, size, prot, flags, fd, offset);
  if (memory == MAP_FAILED && errno == ENOMEM && size < ALIGNMENT) {
    remember_refusal(size);
    errno = ENOMEM;
  }
  return memory;
}

#endif

void gj_reserve_end(void) {
  if (limit != 0) {
    watch_ends();
  }
  for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); i++) {
    if (options[i].ours) {
      unsetenv(options[i].name);
    }
  }
}
