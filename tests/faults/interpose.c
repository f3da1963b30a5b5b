/* SPDX-License-Identifier: MIT */
/*
 * The library that is loaded before the C library (LD_PRELOAD) and makes its calls fail as the
 * program has requested through fault_control. This file has the control and the calls that fail as
 * a whole; interpose_io.c has those that can also do less than requested.
 *
 * A child of uv_spawn runs in its parent's memory on a small stack and calls syscall(): so nothing
 * here allocates, locks or has large variables, and all symbols are looked up at the start.
 */
#include "interpose.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define FDS 4096

/* NULL until the program asks for it; shared with children that have a copy of its memory. */
static fault_state *state;
static void *real[CALL_COUNT];
static _Atomic unsigned char kinds[FDS];
static _Atomic int broken[FDS]; /* the permanent error of a descriptor; 0: none */
static long (*real_syscall)(long, ...);

static const char *const names[CALL_COUNT] = {
#define CALL(name, ...) [CALL_##name] = #name,
#include "calls.def"
#undef CALL
};

int interpose_strike(fault_call call) { return state == NULL ? 0 : fault_strike(state, call); }

void *interpose_real(fault_call call) {
  if (real[call] == NULL) {
    real[call] = dlsym(RTLD_NEXT, names[call]);
  }
  return real[call];
}

__attribute__((constructor)) static void look_up(void) {
  for (int call = 0; call < CALL_COUNT; call++) {
    interpose_real((fault_call)call);
  }
  real_syscall = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
}

EXPORT fault_state *fault_control(void) {
  if (state == NULL) {
    void *shared =
        REAL(mmap)(NULL, sizeof(*state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    state = shared == MAP_FAILED ? NULL : shared;
  }
  return state;
}

fd_kind interpose_kind(int fd) { return fd >= 0 && fd < FDS ? (fd_kind)kinds[fd] : FD_OTHER; }

int interpose_mark(int fd, fd_kind kind) {
  if (fd >= 0 && fd < FDS) {
    kinds[fd] = (unsigned char)kind;
    broken[fd] = 0;
  }
  return fd;
}

int interpose_broken(int fd) { return fd >= 0 && fd < FDS ? broken[fd] : 0; }

void interpose_break(int fd, int error) {
  bool passes = error == EINTR || error == EAGAIN || error == ENOBUFS || error == LESS;
  if (fd >= 0 && fd < FDS && !passes) {
    broken[fd] = error;
  }
}

/* True, and errno is set, if the call shall fail. */
static bool fails(fault_call call) {
  int error = interpose_strike(call);
  if (error != 0) {
    errno = error;
  }
  return error != 0;
}

#define WRAP(name, parameters, arguments) \
  EXPORT int name parameters { return fails(CALL_##name) ? -1 : (int)REAL(name) arguments; }

WRAP(connect, (int fd, const struct sockaddr *to, socklen_t size), (fd, to, size))
WRAP(bind, (int fd, const struct sockaddr *to, socklen_t size), (fd, to, size))
WRAP(listen, (int fd, int backlog), (fd, backlog))
WRAP(shutdown, (int fd, int how), (fd, how))
WRAP(setsockopt, (int fd, int level, int option, const void *value, socklen_t size),
     (fd, level, option, value, size))
WRAP(getsockopt, (int fd, int level, int option, void *value, socklen_t *size),
     (fd, level, option, value, size))
WRAP(getsockname, (int fd, struct sockaddr *name, socklen_t *size), (fd, name, size))
WRAP(accept4, (int fd, struct sockaddr *peer, socklen_t *size, int flags), (fd, peer, size, flags))
WRAP(tcsetattr, (int fd, int when, const struct termios *attributes), (fd, when, attributes))
WRAP(epoll_create1, (int flags), (flags))
WRAP(pipe2, (int ends[2], int flags), (ends, flags))
WRAP(socketpair, (int domain, int type, int protocol, int ends[2]), (domain, type, protocol, ends))
WRAP(inotify_add_watch, (int fd, const char *path, uint32_t mask), (fd, path, mask))
WRAP(waitid, (idtype_t kind, id_t id, siginfo_t *info, int options), (kind, id, info, options))
WRAP(statx, (int fd, const char *path, int flags, unsigned mask, struct statx *info),
     (fd, path, flags, mask, info))
WRAP(dup3, (int from, int to, int flags), (from, to, flags))

/* It does its work even if it reports an error. */
EXPORT int inotify_rm_watch(int fd, int wd) {
  int result = REAL(inotify_rm_watch)(fd, wd);
  return fails(CALL_inotify_rm_watch) ? -1 : result;
}

EXPORT int close(int fd) {
  interpose_mark(fd, FD_OTHER);
  int result = REAL(close)(fd);
  return fails(CALL_close) ? -1 : result;
}

EXPORT int socket(int domain, int type, int protocol) {
  bool datagram = (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) == SOCK_DGRAM;
  return fails(CALL_socket) ? -1
                            : interpose_mark(REAL(socket)(domain, type, protocol),
                                             datagram ? FD_DATAGRAM : FD_OTHER);
}

EXPORT int eventfd(unsigned value, int flags) {
  return fails(CALL_eventfd) ? -1 : interpose_mark(REAL(eventfd)(value, flags), FD_EVENT);
}

EXPORT int inotify_init1(int flags) {
  return fails(CALL_inotify_init1) ? -1 : interpose_mark(REAL(inotify_init1)(flags), FD_INOTIFY);
}

/* Changing and removing need no resource that could run out. */
EXPORT int epoll_ctl(int fd, int operation, int which, struct epoll_event *event) {
  return operation == EPOLL_CTL_ADD && fails(CALL_epoll_ctl)
             ? -1
             : REAL(epoll_ctl)(fd, operation, which, event);
}

EXPORT void *mmap(void *where, size_t size, int protection, int flags, int fd, off_t offset) {
  if (fails(CALL_mmap)) {
    return MAP_FAILED;
  }
  void *mapped = REAL(mmap)(where, size, protection, flags, fd, offset);
  interpose_ring_mapped(fd, offset, mapped);
  return mapped;
}

EXPORT int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return fails(CALL_open) ? -1 : REAL(open)(path, flags, mode);
}

EXPORT int fcntl(int fd, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return fails(CALL_fcntl) ? -1 : REAL(fcntl)(fd, command, argument);
}

EXPORT int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  va_start(rest, request);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  return fails(CALL_ioctl) ? -1 : REAL(ioctl)(fd, request, argument);
}

EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*start)(void *), void *arg) {
  int error = interpose_strike(CALL_pthread_create);
  return error != 0 ? error : REAL(pthread_create)(thread, attributes, start, arg);
}

/* Failures of the C library's own memory: its name service does not survive them. */
static __thread bool in_name_service;

EXPORT int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                       struct addrinfo **found) {
  int error = interpose_strike(CALL_getaddrinfo);
  if (error != 0) {
    return error;
  }
  in_name_service = true;
  error = REAL(getaddrinfo)(node, service, hints, found);
  in_name_service = false;
  return error;
}

EXPORT int getnameinfo(const struct sockaddr *address, socklen_t size, char *host,
                       socklen_t host_size, char *service, socklen_t service_size, int flags) {
  int error = interpose_strike(CALL_getnameinfo);
  return error != 0
             ? error
             : REAL(getnameinfo)(address, size, host, host_size, service, service_size, flags);
}

/* The purpose of a call of syscall(); CALL_COUNT: none that fails here. */
static fault_call purpose(long number) {
  switch (number) {
    case SYS_epoll_pwait2:
      return CALL_epoll_pwait2;
    case SYS_io_uring_setup:
      return CALL_io_uring_setup;
    case SYS_io_uring_register:
      return CALL_io_uring_register;
    case SYS_io_uring_enter:
      return CALL_io_uring_enter;
    case SYS_pidfd_open:
      return CALL_pidfd_open;
    case SYS_openat: /* only the child of a uv_spawn makes these */
    case SYS_dup3:
    case SYS_fcntl:
    case SYS_chdir:
    case SYS_execve:
    case SYS_setuid:
    case SYS_setgid:
      return CALL_child;
    default:
      return CALL_COUNT;
  }
}

/* A call of syscall() that does less. */
static void cut(long number, long *arguments) {
  if (number == SYS_epoll_pwait2) {
    arguments[2] = 1; /* the number of events */
  } else if (arguments[1] > 1) {
    arguments[1] = 1; /* the number of submitted entries */
  }
}

EXPORT long syscall(long number, ...) {
  long a[6];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 6; i++) {
    a[i] = va_arg(rest, long);
  }
  va_end(rest);
  fault_call call = purpose(number);
  int error = call == CALL_COUNT ? 0 : interpose_strike(call);
  if (error == LESS) {
    cut(number, a);
  } else if (error != 0) {
    errno = error;
    return -1;
  }
  if (number == SYS_io_uring_enter) {
    interpose_ring_spoil((int)a[0], (unsigned)a[1]);
  }
  long result = real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  if (number == SYS_io_uring_setup && result >= 0) {
    interpose_ring_made((int)result, (const struct io_uring_params *)a[1]);
  }
  return result;
}

#ifdef INTERPOSE_MALLOC /* with a sanitizer, its own malloc must be called */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static bool no_memory(void) { return !in_name_service && fails(CALL_malloc); }

EXPORT void *malloc(size_t size) { return no_memory() ? NULL : __libc_malloc(size); }

EXPORT void *calloc(size_t count, size_t size) {
  return no_memory() ? NULL : __libc_calloc(count, size);
}

EXPORT void *realloc(void *old, size_t size) {
  return no_memory() ? NULL : __libc_realloc(old, size);
}
#endif
