/* SPDX-License-Identifier: MIT */
/*
 * A small active load on a loop that has many idle handles beside it:
 *
 *   scale KIND COUNT
 *
 * COUNT handles of KIND are made: see `kinds`. Then each line of standard input names a load and
 * for how long it runs, `LOAD MILLISECONDS`, and is answered with `EVENTS CPU_NS WALL_NS`: see
 * `loads`. What a load uses is the same few handles every time, so they are in the cache whatever
 * else there is. benches/scale/run starts several of these with different counts and asks them in
 * turn. Only the interface of libuv is used.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

enum { FEW = 64, STATS = 8, LOOK_EVERY = 32, HOUR_MS = 3600000, SOON_MS = 30000 };

#define CHECK(condition)                                                               \
  do {                                                                                 \
    if (!(condition)) {                                                                \
      fprintf(stderr, "scale: %s:%d: not true: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                         \
    }                                                                                  \
  } while (0)

static uv_loop_t loop;
static uint64_t events;
static uint64_t until_ns;
static bool active; /* false: callbacks of a load do not go on */

static uint64_t clock_ns(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void event(void) {
  if (++events % LOOK_EVERY == 0 && clock_ns(CLOCK_MONOTONIC) >= until_ns) {
    uv_stop(&loop);
  }
}

static void *memory(size_t count, size_t size) {
  void *p = mmap(NULL, count * size + 1, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  CHECK(p != MAP_FAILED);
  return p;
}

/* --- idle handles --- */

static void on_never_timer(uv_timer_t *timer) {
  (void)timer;
  abort();
}

static void on_never_poll(uv_poll_t *poll, int status, int ready) {
  (void)poll;
  (void)status;
  (void)ready;
  abort();
}

static void on_never_async(uv_async_t *async) {
  (void)async;
  abort();
}

/* Timers that are due in one to two hours. */
static void make_timers(size_t count) {
  uv_timer_t *timers = memory(count, sizeof(*timers));
  uint64_t spread = 1;
  for (size_t i = 0; i < count; i++) {
    spread = spread * 6364136223846793005u + 1442695040888963407u;
    CHECK(uv_timer_init(&loop, &timers[i]) == 0);
    CHECK(uv_timer_start(&timers[i], on_never_timer, HOUR_MS + (spread >> 33) % HOUR_MS, 0) == 0);
  }
}

/* Descriptors on which nothing happens. */
static void make_polls(size_t count) {
  uv_poll_t *polls = memory(count, sizeof(*polls));
  for (size_t i = 0; i < count; i++) {
    int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    CHECK(fd >= 0);
    CHECK(uv_poll_init(&loop, &polls[i], fd) == 0);
    CHECK(uv_poll_start(&polls[i], UV_READABLE, on_never_poll) == 0);
  }
}

/* Async handles that nobody sends to. */
static void make_asyncs(size_t count) {
  uv_async_t *asyncs = memory(count, sizeof(*asyncs));
  for (size_t i = 0; i < count; i++) {
    CHECK(uv_async_init(&loop, &asyncs[i], on_never_async) == 0);
  }
}

static void block_thread(uv_work_t *work) {
  (void)work;
  for (;;) {
    pause();
  }
}

static void on_never_work(uv_work_t *work, int status) {
  (void)work;
  (void)status;
  abort();
}

/* Requests that wait for a thread of the pool, all of which are blocked. */
static void make_requests(size_t count) {
  uv_work_t *works = memory(count, sizeof(*works));
  for (size_t i = 0; i < count; i++) {
    CHECK(uv_queue_work(&loop, &works[i], block_thread, on_never_work) == 0);
  }
}

static const struct {
  const char *name;
  void (*make)(size_t count);
} kinds[] = {{"timers", make_timers},
             {"polls", make_polls},
             {"asyncs", make_asyncs},
             {"requests", make_requests}};

/* --- loads: `begin` starts one; once `active` is false it comes to its end by itself --- */

/* async: FEW handles, each sent to again by its own callback. */
static uv_async_t asyncs_active[FEW];

static void on_async(uv_async_t *async) {
  event();
  if (active) {
    uv_async_send(async);
  }
}

static void begin_async(void) {
  for (int i = 0; i < FEW; i++) {
    uv_async_send(&asyncs_active[i]);
  }
}

/* rearm: FEW timers that never expire, all of them started anew in each turn. An event is one
 * start. */
static uv_timer_t timers_active[FEW];
static uv_idle_t rearm_idle;

static void on_rearm(uv_idle_t *idle) {
  for (int i = 0; i < FEW; i++) {
    uv_timer_start(&timers_active[i], on_never_timer, SOON_MS + (uint64_t)i, 0);
    event();
  }
  if (!active) {
    uv_idle_stop(idle);
    for (int i = 0; i < FEW; i++) {
      uv_timer_stop(&timers_active[i]);
    }
  }
}

static void begin_rearm(void) { uv_idle_start(&rearm_idle, on_rearm); }

/* expire: FEW timers of a millisecond, each started anew by its own callback; the loop sleeps
 * between. */
static void on_expire(uv_timer_t *timer) {
  event();
  if (active) {
    uv_timer_start(timer, on_expire, 1, 0);
  }
}

static void begin_expire(void) {
  uv_update_time(&loop);
  for (int i = 0; i < FEW; i++) {
    uv_timer_start(&timers_active[i], on_expire, 1, 0);
  }
}

/* stream: a byte that goes to and fro on each of FEW / 2 socket pairs. An event is a read, with the
 * write that follows it. */
static uv_pipe_t streams[FEW];
static uv_write_t writes[FEW];

static void on_written(uv_write_t *request, int status) {
  (void)request;
  CHECK(status == 0);
}

static void send_byte(size_t i) {
  uv_buf_t byte = uv_buf_init("x", 1);
  CHECK(uv_write(&writes[i], (uv_stream_t *)&streams[i], &byte, 1, on_written) == 0);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  static char byte[16];
  (void)handle;
  (void)suggested;
  *buf = uv_buf_init(byte, sizeof(byte));
}

static void on_read(uv_stream_t *stream, ssize_t length, const uv_buf_t *buf) {
  (void)buf;
  CHECK(length >= 0);
  if (length > 0) {
    event();
    if (active) {
      send_byte((size_t)((uv_pipe_t *)stream - streams));
    }
  }
}

static void begin_stream(void) {
  for (size_t i = 0; i < FEW; i += 2) {
    send_byte(i);
  }
}

/* turn: an idle and a check handle, and nothing else to do. */
static uv_idle_t turn_idle;
static uv_check_t turn_check;

static void on_turn_idle(uv_idle_t *idle) { (void)idle; }

static void on_turn_check(uv_check_t *check) {
  event();
  if (!active) {
    uv_check_stop(check);
    uv_idle_stop(&turn_idle);
  }
}

static void begin_turn(void) {
  uv_idle_start(&turn_idle, on_turn_idle);
  uv_check_start(&turn_check, on_turn_check);
}

/* close: a timer handle is made, started, closed, and when it is closed made again. */
static uv_timer_t closing[FEW];

static void on_closed(uv_handle_t *handle) {
  event();
  if (active) {
    CHECK(uv_timer_init(&loop, (uv_timer_t *)handle) == 0);
    CHECK(uv_timer_start((uv_timer_t *)handle, on_never_timer, SOON_MS, 0) == 0);
    uv_close(handle, on_closed);
  }
}

static void begin_close(void) {
  for (int i = 0; i < FEW; i++) {
    CHECK(uv_timer_init(&loop, &closing[i]) == 0);
    uv_close((uv_handle_t *)&closing[i], on_closed);
  }
}

/* stat: STATS requests to the pool, each made again by its own callback. */
static uv_fs_t stats[STATS];

static void on_stat(uv_fs_t *request) {
  CHECK(request->result == 0);
  uv_fs_req_cleanup(request);
  event();
  if (active) {
    CHECK(uv_fs_stat(&loop, request, "/", on_stat) == 0);
  }
}

static void begin_stat(void) {
  for (int i = 0; i < STATS; i++) {
    CHECK(uv_fs_stat(&loop, &stats[i], "/", on_stat) == 0);
  }
}

/* idle: nothing. The CPU time is that of a loop which only waits. */
static uv_timer_t idle_timer;

static void on_idle_over(uv_timer_t *timer) {
  (void)timer;
  events = 1;
  uv_stop(&loop);
}

static void begin_idle(void) {
  uint64_t now = clock_ns(CLOCK_MONOTONIC);
  uv_update_time(&loop);
  uv_timer_start(&idle_timer, on_idle_over, until_ns > now ? (until_ns - now) / 1000000 : 0, 0);
}

static const struct load {
  const char *name;
  void (*begin)(void);
} loads[] = {{"async", begin_async},   {"rearm", begin_rearm}, {"expire", begin_expire},
             {"stream", begin_stream}, {"turn", begin_turn},   {"close", begin_close},
             {"stat", begin_stat},     {"idle", begin_idle}};

static void make_active(void) {
  for (int i = 0; i < FEW; i++) {
    CHECK(uv_async_init(&loop, &asyncs_active[i], on_async) == 0);
    CHECK(uv_timer_init(&loop, &timers_active[i]) == 0);
  }
  for (int i = 0; i < FEW; i += 2) {
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    for (int end = 0; end < 2; end++) {
      CHECK(uv_pipe_init(&loop, &streams[i + end], 0) == 0);
      CHECK(uv_pipe_open(&streams[i + end], ends[end]) == 0);
      CHECK(uv_read_start((uv_stream_t *)&streams[i + end], on_alloc, on_read) == 0);
    }
  }
  CHECK(uv_idle_init(&loop, &rearm_idle) == 0 && uv_idle_init(&loop, &turn_idle) == 0);
  CHECK(uv_check_init(&loop, &turn_check) == 0 && uv_timer_init(&loop, &idle_timer) == 0);
}

/* --- measuring --- */

static void run_for(uint64_t ms) {
  events = 0;
  until_ns = clock_ns(CLOCK_MONOTONIC) + ms * 1000000;
  uv_run(&loop, UV_RUN_DEFAULT);
}

static void measure(const struct load *load, uint64_t ms) {
  bool idle = load->begin == begin_idle;
  active = true;
  if (!idle) {
    load->begin();
    run_for(ms / 4 + 1); /* warms up */
  }
  uint64_t cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
  uint64_t wall_ns = clock_ns(CLOCK_MONOTONIC);
  if (idle) {
    until_ns = wall_ns + ms * 1000000;
    load->begin();
    uv_run(&loop, UV_RUN_DEFAULT);
  } else {
    run_for(ms);
  }
  wall_ns = clock_ns(CLOCK_MONOTONIC) - wall_ns;
  cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu_ns;
  printf("%llu %llu %llu\n", (unsigned long long)events, (unsigned long long)cpu_ns,
         (unsigned long long)wall_ns);
  fflush(stdout);
  /* What is still under way comes to its end: some milliseconds, for timers and the pool. */
  active = false;
  until_ns = UINT64_MAX;
  for (int i = 0; i < 10; i++) {
    uv_run(&loop, UV_RUN_NOWAIT);
    usleep(500);
  }
}

static void on_first_work(uv_work_t *work) { (void)work; }

static void after_first_work(uv_work_t *work, int status) {
  (void)work;
  CHECK(status == 0);
  uv_stop(&loop);
}

int main(int argc, char **argv) {
  CHECK(argc == 3);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  CHECK(uv_loop_init(&loop) == 0);
  make_active();
  uv_work_t work; /* so that the threads of the pool are there */
  CHECK(uv_queue_work(&loop, &work, on_first_work, after_first_work) == 0);
  uv_run(&loop, UV_RUN_DEFAULT);
  bool made = false;
  for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
    if (strcmp(argv[1], kinds[i].name) == 0) {
      kinds[i].make(strtoull(argv[2], NULL, 10));
      made = true;
    }
  }
  CHECK(made);
  uv_run(&loop, UV_RUN_NOWAIT); /* the kernel is told of the descriptors here */
  printf("%s\n", uv_version_string());
  fflush(stdout);
  char name[32];
  unsigned long long ms;
  while (scanf("%31s %llu", name, &ms) == 2) {
    for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++) {
      if (strcmp(name, loads[i].name) == 0) {
        measure(&loads[i], ms);
      }
    }
  }
  _exit(0); /* requests that are blocked would keep it from ending */
}
