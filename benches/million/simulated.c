/* SPDX-License-Identifier: MIT */
/*
 * The loop's side of many connections, for machines that do not let a process have so many
 * descriptors: the library is the real one, but the descriptors are only numbers.
 *
 *   simulated CONNECTIONS
 *
 * The linker redirects the library's system calls here (--wrap, see benches/million/run): each wait
 * finds AT_ONCE connections that have sent a request, each read returns one, each write takes the
 * reply. A connection has a handle and a timer that is restarted on each request, as in server.c.
 * Prints one line of NAME=VALUE: what the library has allocated, how much the program has grown,
 * how much of that is the program's own, and the CPU time of a request when the same few
 * connections are active (few_ns), and when all of them take turns (all_ns), so that none is in the
 * cache.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include "noted.h"

enum { FIRST_FD = 100, AT_ONCE = 64, MESSAGE = 16, TIMEOUT_MS = 600000, TURNS = 4000 };

#define CHECK(condition)                                                                   \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      fprintf(stderr, "simulated: %s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                             \
    }                                                                                      \
  } while (0)

typedef struct {
  uv_tcp_t tcp;
  uv_timer_t timer;
} connection;

static uv_loop_t loop;
static connection *connections;
static size_t count;
static uv_write_t writes[AT_ONCE];
static size_t writes_used;
static uint64_t requests;

/* --- a kernel that knows numbers only --- */

static epoll_data_t *registered; /* the events that the library waits for, by connection */
static size_t registrations;
static bool busy;        /* requests come in */
static size_t active;    /* how many connections take turns */
static size_t next_turn; /* the last one */
static uint64_t turns_left;

int __real_epoll_ctl(int epoll_fd, int operation, int fd, struct epoll_event *event);
int __real_epoll_wait(int epoll_fd, struct epoll_event *events, int max, int timeout_ms);
int __real_epoll_pwait(int epoll_fd, struct epoll_event *events, int max, int timeout_ms,
                       const sigset_t *mask);
ssize_t __real_read(int fd, void *buffer, size_t size);
ssize_t __real_write(int fd, const void *buffer, size_t size);
ssize_t __real_recv(int fd, void *buffer, size_t size, int flags);
ssize_t __real_send(int fd, const void *buffer, size_t size, int flags);
long __real_syscall(long number, long a, long b, long c, long d, long e, long f);

int __wrap_epoll_ctl(int epoll_fd, int operation, int fd, struct epoll_event *event);
int __wrap_epoll_wait(int epoll_fd, struct epoll_event *events, int max, int timeout_ms);
int __wrap_epoll_pwait(int epoll_fd, struct epoll_event *events, int max, int timeout_ms,
                       const sigset_t *mask);
ssize_t __wrap_read(int fd, void *buffer, size_t size);
ssize_t __wrap_write(int fd, const void *buffer, size_t size);
ssize_t __wrap_recv(int fd, void *buffer, size_t size, int flags);
ssize_t __wrap_send(int fd, const void *buffer, size_t size, int flags);
long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f);
int __wrap_fcntl(int fd, int command, ...);
int __wrap_ioctl(int fd, unsigned long command, ...);

int __wrap_epoll_ctl(int epoll_fd, int operation, int fd, struct epoll_event *event) {
  if (fd < FIRST_FD) {
    return __real_epoll_ctl(epoll_fd, operation, fd, event);
  }
  CHECK(operation != EPOLL_CTL_DEL);
  registered[fd - FIRST_FD] = event->data;
  registrations += operation == EPOLL_CTL_ADD;
  return 0;
}

static int next_requests(struct epoll_event *events, int max) {
  CHECK(max >= AT_ONCE);
  writes_used = 0;
  for (int i = 0; i < AT_ONCE; i++) {
    next_turn = (next_turn + 618033) % active;
    events[i] = (struct epoll_event){.events = EPOLLIN, .data = registered[next_turn]};
  }
  if (--turns_left == 0) {
    uv_stop(&loop);
  }
  return AT_ONCE;
}

int __wrap_epoll_wait(int epoll_fd, struct epoll_event *events, int max, int timeout_ms) {
  return busy ? next_requests(events, max) : __real_epoll_wait(epoll_fd, events, max, timeout_ms);
}

int __wrap_epoll_pwait(int epoll_fd, struct epoll_event *events, int max, int timeout_ms,
                       const sigset_t *mask) {
  return busy ? next_requests(events, max)
              : __real_epoll_pwait(epoll_fd, events, max, timeout_ms, mask);
}

/* Any wait goes to epoll_wait. */
long __wrap_syscall(long number, long a, long b, long c, long d, long e, long f) {
#ifdef SYS_epoll_pwait2
  if (number == SYS_epoll_pwait2) {
    errno = ENOSYS;
    return -1;
  }
#endif
  return __real_syscall(number, a, b, c, d, e, f);
}

/* One request for each time it was reported. */
ssize_t __wrap_read(int fd, void *buffer, size_t size) {
  if (fd < FIRST_FD) {
    return __real_read(fd, buffer, size);
  }
  memset(buffer, 'x', MESSAGE);
  return MESSAGE;
}

ssize_t __wrap_write(int fd, const void *buffer, size_t size) {
  return fd < FIRST_FD ? __real_write(fd, buffer, size) : (ssize_t)size;
}

/* A library that knows that they are sockets uses these to read and write. */
ssize_t __wrap_recv(int fd, void *buffer, size_t size, int flags) {
  return fd < FIRST_FD ? __real_recv(fd, buffer, size, flags) : __wrap_read(fd, buffer, size);
}

ssize_t __wrap_send(int fd, const void *buffer, size_t size, int flags) {
  return fd < FIRST_FD ? __real_send(fd, buffer, size, flags) : (ssize_t)size;
}

/* Only to make descriptors non-blocking, which these are. */
int __wrap_fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return fd < FIRST_FD ? (int)__real_syscall(SYS_fcntl, fd, command, argument, 0, 0, 0)
                       : O_RDWR | O_NONBLOCK;
}

int __wrap_ioctl(int fd, unsigned long command, ...) {
  va_list list;
  va_start(list, command);
  long argument = va_arg(list, long);
  va_end(list);
  return fd < FIRST_FD ? (int)__real_syscall(SYS_ioctl, fd, (long)command, argument, 0, 0, 0) : 0;
}

/* --- the server --- */

static void on_timeout(uv_timer_t *timer) {
  (void)timer;
  abort();
}

static void on_written(uv_write_t *request, int status) {
  (void)request;
  CHECK(status == 0);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  static char buffer[1024];
  (void)handle;
  (void)suggested;
  *buf = uv_buf_init(buffer, sizeof(buffer));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buf) {
  CHECK(length == MESSAGE && writes_used < AT_ONCE);
  requests++;
  connection *c = stream->data;
  uv_buf_t reply = uv_buf_init(buf->base, MESSAGE);
  CHECK(uv_timer_start(&c->timer, on_timeout, TIMEOUT_MS, 0) == 0);
  CHECK(uv_write(&writes[writes_used++], stream, &reply, 1, on_written) == 0);
}

static void open_all(void) {
  for (size_t i = 0; i < count; i++) {
    connection *c = &connections[i];
    CHECK(uv_tcp_init(&loop, &c->tcp) == 0 && uv_timer_init(&loop, &c->timer) == 0);
    CHECK(uv_tcp_open(&c->tcp, FIRST_FD + (int)i) == 0);
    c->tcp.data = c;
    CHECK(uv_timer_start(&c->timer, on_timeout, TIMEOUT_MS, 0) == 0);
    CHECK(uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read) == 0);
  }
  uv_run(&loop, UV_RUN_NOWAIT);
  CHECK(registrations == count);
}

/* --- measuring --- */

static uint64_t cpu_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Requests from this many of the connections; CPU nanoseconds for each. */
static double serve(size_t who) {
  uint64_t spent = 0;
  active = who;
  busy = true;
  for (int round = 0; round < 2; round++) { /* the first one warms up */
    requests = 0;
    turns_left = TURNS;
    spent = cpu_ns();
    uv_run(&loop, UV_RUN_DEFAULT);
    spent = cpu_ns() - spent;
    CHECK(requests == (uint64_t)TURNS * AT_ONCE);
  }
  busy = false;
  return (double)spent / (double)requests;
}

static size_t resident(void) {
  size_t size;
  size_t pages;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file != NULL && fscanf(file, "%zu %zu", &size, &pages) == 2);
  fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  count = strtoull(argv[1], NULL, 10);
  CHECK(count >= AT_ONCE);
  CHECK(note_allocations() == 0);
  connections = mmap(NULL, count * sizeof(*connections), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  registered = calloc(count, sizeof(*registered));
  CHECK(connections != MAP_FAILED && registered != NULL);
  memset(registered, 1, count * sizeof(*registered));
  CHECK(uv_loop_init(&loop) == 0);
  uv_run(&loop, UV_RUN_NOWAIT);
  size_t library_before = library_bytes;
  size_t resident_before = resident();
  uint64_t open_ns = cpu_ns();
  open_all();
  open_ns = cpu_ns() - open_ns;
  size_t library = library_bytes - library_before;
  size_t grown = resident() - resident_before;
  double few_ns = serve(AT_ONCE);
  double all_ns = serve(count);
  printf("library=%zu grown=%zu owned=%zu open_ns=%.1f few_ns=%.1f all_ns=%.1f version=%s\n",
         library, grown, count * sizeof(connection), (double)open_ns / (double)count, few_ns,
         all_ns, uv_version_string());
  return 0;
}
