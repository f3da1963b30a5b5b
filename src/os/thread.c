/* SPDX-License-Identifier: MIT */
/*
 * Threads: their start, end, identity and name. Programs call it, and so does the pool. Scheduling
 * is in thread_schedule.c.
 */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"
#include "uv.h"

#define DEFAULT_STACK_SIZE ((size_t)2 << 20)

/* No thread gets less, whatever the C library would allow. */
#define LEAST_STACK_SIZE ((size_t)8192)

/* Size of a thread's name in the kernel, with its final NUL. */
#define NAME_SIZE 16

static size_t page_size(void) {
  long size = sysconf(_SC_PAGESIZE);
  GY_CHECK(size > 0);
  return (size_t)size;
}

static size_t minimum_stack_size(void) {
  /* Read at run time: newer C libraries reserve room for the registers of the CPU. */
  long least = sysconf(_SC_THREAD_STACK_MIN);
  return least > (long)LEAST_STACK_SIZE ? (size_t)least : LEAST_STACK_SIZE;
}

/*
 * As large as the stack of the main thread may become. Not every C library uses that by itself, and
 * those that do read it once, when the program starts.
 */
static size_t default_stack_size(void) {
  struct rlimit limit;
  GY_CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  if (limit.rlim_cur == RLIM_INFINITY) {
    return DEFAULT_STACK_SIZE;
  }
  size_t size = (size_t)limit.rlim_cur & ~(page_size() - 1);
  return size < minimum_stack_size() ? DEFAULT_STACK_SIZE : size;
}

static size_t explicit_stack_size(size_t wanted) {
  size_t page = page_size();
  size_t least = minimum_stack_size();
  if (wanted < least) {
    wanted = least;
  }
  /* A size beyond the last whole page stays as it is, and the C library refuses it. */
  return wanted > SIZE_MAX - page ? wanted : (wanted + page - 1) & ~(page - 1);
}

int uv_thread_create(uv_thread_t *tid, uv_thread_cb entry, void *arg) {
  const uv_thread_options_t params = {.flags = UV_THREAD_NO_FLAGS};
  return uv_thread_create_ex(tid, &params, entry, arg);
}

int uv_thread_create_ex(uv_thread_t *tid, const uv_thread_options_t *params, uv_thread_cb entry,
                        void *arg) {
  size_t wanted = (params->flags & UV_THREAD_HAS_STACK_SIZE) != 0 ? params->stack_size : 0;
  pthread_attr_t attributes;
  int err = pthread_attr_init(&attributes);
  if (err != 0) {
    return -err;
  }
  err = pthread_attr_setstacksize(&attributes,
                                  wanted == 0 ? default_stack_size() : explicit_stack_size(wanted));
  if (err == 0) {
    /*
     * The entry returns nothing where the C library expects a pointer. No result is ever read
     * (uv_thread_join does not ask for it), and on every ABI that we support both kinds return
     * alike. A function in between would need an allocation that the new thread frees, and the
     * first free in a thread sets up its whole heap: more work than starting the thread.
     */
    void *(*start)(void *) = (void *(*)(void *))(void (*)(void))entry;
    err = pthread_create(tid, &attributes, start, arg);
  }
  pthread_attr_destroy(&attributes);
  return -err;
}

uv_thread_t uv_thread_self(void) { return pthread_self(); }

int uv_thread_equal(const uv_thread_t *t1, const uv_thread_t *t2) {
  return pthread_equal(*t1, *t2);
}

int uv_thread_join(uv_thread_t *tid) { return -pthread_join(*tid, NULL); }

int uv_thread_detach(uv_thread_t *tid) { return -pthread_detach(*tid); }

int uv_thread_setname(const char *name) {
  if (name == NULL) {
    return UV_EINVAL;
  }
  char kept[NAME_SIZE] = "";
  memcpy(kept, name, strnlen(name, sizeof(kept) - 1));
  return -pthread_setname_np(pthread_self(), kept);
}

int uv_thread_getname(uv_thread_t *tid, char *name, size_t size) {
  if (name == NULL || size == 0) {
    return UV_EINVAL;
  }
  /* The C library refuses a buffer that could be too short; we truncate instead. */
  char kept[NAME_SIZE];
  int err = pthread_getname_np(*tid, kept, sizeof(kept));
  if (err != 0) {
    return -err;
  }
  size_t length = strnlen(kept, size - 1);
  memcpy(name, kept, length);
  name[length] = '\0';
  return 0;
}
