/* SPDX-License-Identifier: MIT */
/*
 * Loaded into gyre before the C library: refuses memory and threads to gyre's own code (libgyre is
 * a part of it), and to nobody else. The program controls it with variables:
 *
 *   STARVE_MEMORY=N    the N-th allocation from now on fails, once; 0: none
 *   STARVE_LARGE=SIZE  allocations of SIZE bytes or more fail; 0: none
 *   STARVE_THREADS=N   the next N threads cannot be made
 */
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);

static uintptr_t begin, end; /* gyre's code */
static atomic_long memory, threads;
static atomic_size_t large;

static int find_program(struct dl_phdr_info *info, size_t size, void *arg) {
  (void)size;
  (void)arg;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0) {
      begin = info->dlpi_addr + part->p_vaddr;
      end = begin + part->p_memsz;
    }
  }
  return 1; /* the first is the program */
}

__attribute__((constructor)) static void start(void) { dl_iterate_phdr(find_program, NULL); }

static int refuses(const void *caller, size_t size) {
  uintptr_t at = (uintptr_t)caller;
  if (at < begin || at >= end) {
    return 0;
  }
  size_t most = atomic_load(&large);
  if (most != 0 && size >= most) {
    errno = ENOMEM;
    return 1;
  }
  if (atomic_load(&memory) > 0 && atomic_fetch_sub(&memory, 1) == 1) {
    static const char word[] = "starve: refused\n";
    if (write(STDERR_FILENO, word, sizeof(word) - 1) < 0) {
      _exit(99);
    }
    errno = ENOMEM;
    return 1;
  }
  return 0;
}

#define CALLER __builtin_return_address(0)

void *malloc(size_t size) { return refuses(CALLER, size) ? NULL : __libc_malloc(size); }

void *calloc(size_t count, size_t size) {
  return refuses(CALLER, count * size) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  return refuses(CALLER, size) ? NULL : __libc_realloc(old, size);
}

char *strdup(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = refuses(CALLER, size) ? NULL : __libc_malloc(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *arg) {
  static int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  uintptr_t at = (uintptr_t)CALLER;
  if (at >= begin && at < end && atomic_load(&threads) > 0) {
    atomic_fetch_sub(&threads, 1);
    return EAGAIN;
  }
  if (real == NULL) {
    *(void **)&real = dlsym(RTLD_NEXT, "pthread_create");
  }
  return real(thread, attributes, run, arg);
}

int setenv(const char *name, const char *value, int overwrite) {
  static int (*real)(const char *, const char *, int);
  if (strcmp(name, "STARVE_MEMORY") == 0) {
    atomic_store(&memory, atol(value));
    return 0;
  }
  if (strcmp(name, "STARVE_LARGE") == 0) {
    atomic_store(&large, (size_t)atol(value));
    return 0;
  }
  if (strcmp(name, "STARVE_THREADS") == 0) {
    atomic_store(&threads, atol(value));
    return 0;
  }
  if (real == NULL) {
    *(void **)&real = dlsym(RTLD_NEXT, "setenv");
  }
  return real(name, value, overwrite);
}
