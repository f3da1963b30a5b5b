/* SPDX-License-Identifier: MIT */
/*
 * Opens, uses and closes thousands of TCP connections over loopback, a client and a server loop on
 * two threads, several hundred connections at a time:
 *
 *   soak CONNECTIONS SEED
 *
 * What each does is drawn from the seed: how much goes each way, and how it ends: properly, with a
 * half-close by either side, or by a reset or a close in the middle. The received data must be what
 * was sent, all of it unless one side broke off. At the end no descriptor, no block of memory and
 * no page may be left that was not there before.
 */
#include <dirent.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "uv.h"

enum {
  AT_A_TIME = 400,
  WARM_UP = 1000,
  ADDRESSES = 8, /* so that ports do not run out */
  DATA = 1 << 20,
  SIZE_MAX_UP = 300000,
  DEADLINE_S = 120,
  PAGES_SPARE = 256
};

typedef enum {
  WHOLE,         /* the client sends and shuts down, the server answers and shuts down */
  SERVER_FIRST,  /* the server sends and shuts down, then the client does */
  CLIENT_RESETS, /* while the server sends */
  CLIENT_CLOSES,
  SERVER_RESETS, /* while the client sends */
  SERVER_CLOSES,
  KINDS
} kind;

static const char *const kind_names[KINDS] = {"whole",           "server first",
                                              "reset by client", "closed by client",
                                              "reset by server", "closed by server"};

typedef struct {
  kind kind;
  size_t up; /* bytes from client to server, after the number of the connection */
  size_t down;
  size_t cut; /* after how many bytes the side that breaks off does so */
  bool small; /* buffers of the kernel: data is sent in pieces */
  size_t up_at;
  size_t down_at; /* where in `data` they begin */
} plan;

typedef struct {
  uv_tcp_t tcp; /* first */
  bool is_client;
  uint64_t number;
  size_t number_got; /* bytes of it, on the server */
  plan plan;
  size_t got;
  bool ended; /* has seen the end of the peer's data */
  bool sent;  /* all, and shut down */
  unsigned waiting;
  uv_connect_t connect;
  uv_write_t writes[2];
  uv_shutdown_t shutdown;
} connection;

static char data[DATA];
static uint64_t seed;
static uint64_t wanted;
static struct sockaddr_in server_address;
static uv_sem_t server_ready;
static uv_async_t server_stop;
static uv_tcp_t listener;
static uv_loop_t client_loop;
static uint64_t opened;
static uint64_t closed;
static atomic_ulong finished[KINDS]; /* connections that did what they should, per side */
static atomic_long blocks;
static unsigned server_open;

static void fail(const connection *c, const char *what, int err) {
  fprintf(stderr, "connection %llu (%s), on the %s: %s%s%s\n", (unsigned long long)c->number,
          kind_names[c->plan.kind], c->is_client ? "client" : "server", what, err == 0 ? "" : ": ",
          err == 0 ? "" : uv_err_name(err));
  exit(1);
}

static uint64_t mix(uint64_t value) {
  value += 0x9e3779b97f4a7c15u;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

/* Mostly small sizes. */
static size_t draw_size(uint64_t *state) {
  *state = mix(*state);
  size_t limit = (*state >> 8) % 16 == 0 ? SIZE_MAX_UP : 5000;
  return (size_t)((*state >> 16) % limit);
}

static plan draw(uint64_t number) {
  uint64_t state = mix(seed ^ mix(number));
  plan p = {.kind = (kind)((state >> 8) % KINDS)};
  p.up = draw_size(&state);
  p.down = draw_size(&state);
  size_t whole = p.kind == SERVER_RESETS || p.kind == SERVER_CLOSES ? p.up : p.down;
  state = mix(state);
  p.cut = whole == 0 ? 0 : (size_t)(state % whole);
  p.small = state >> 60 < 5;
  p.up_at = (size_t)((state >> 20) % (DATA - SIZE_MAX_UP));
  p.down_at = (size_t)((state >> 40) % (DATA - SIZE_MAX_UP));
  return p;
}

static void on_close(uv_handle_t *handle);

static void close_connection(connection *c) {
  if (!uv_is_closing((uv_handle_t *)&c->tcp)) {
    uv_close((uv_handle_t *)&c->tcp, on_close);
  }
}

static void reset(connection *c) {
  int err = uv_tcp_close_reset(&c->tcp, on_close);
  if (err != 0) {
    fail(c, "uv_tcp_close_reset", err);
  }
}

static bool breaks_off(const connection *c) {
  bool client = c->plan.kind == CLIENT_RESETS || c->plan.kind == CLIENT_CLOSES;
  bool server = c->plan.kind == SERVER_RESETS || c->plan.kind == SERVER_CLOSES;
  return c->is_client ? client : server;
}

static bool is_whole(const connection *c) {
  return c->plan.kind == WHOLE || c->plan.kind == SERVER_FIRST;
}

static void finish(connection *c) {
  atomic_fetch_add(&finished[c->plan.kind], 1);
  close_connection(c);
}

/* An error is allowed only if the peer broke off. */
static void on_error(connection *c, const char *what, int err) {
  bool usual = err == UV_ECONNRESET || err == UV_EPIPE || err == UV_EOF || err == UV_ENOTCONN;
  if (is_whole(c) || breaks_off(c) || !usual) {
    fail(c, what, err);
  }
  if (!uv_is_closing((uv_handle_t *)&c->tcp)) {
    finish(c);
  }
}

static void on_shutdown(uv_shutdown_t *request, int status) {
  connection *c = request->data;
  c->waiting--;
  if (uv_is_closing((uv_handle_t *)&c->tcp)) {
    return;
  }
  if (status != 0) {
    on_error(c, "shutdown", status);
    return;
  }
  c->sent = true;
  if (c->ended) {
    finish(c);
  }
}

static void on_write(uv_write_t *request, int status) {
  connection *c = request->data;
  c->waiting--;
  if (status != 0 && !uv_is_closing((uv_handle_t *)&c->tcp)) {
    on_error(c, "write", status);
  }
}

static void shut_down(connection *c) {
  c->shutdown.data = c;
  int err = uv_shutdown(&c->shutdown, (uv_stream_t *)&c->tcp, on_shutdown);
  if (err != 0) {
    on_error(c, "uv_shutdown", err);
  } else {
    c->waiting++;
  }
}

/* In two requests, the first with the number of the connection if that has not been sent yet. */
static void send_all(connection *c) {
  size_t size = c->is_client ? c->plan.up : c->plan.down;
  char *from = data + (c->is_client ? c->plan.up_at : c->plan.down_at);
  size_t half = size / 2;
  bool first = c->is_client && c->plan.kind != SERVER_FIRST;
  uv_buf_t parts[2] = {uv_buf_init((char *)&c->number, first ? sizeof(c->number) : 0),
                       uv_buf_init(from, (unsigned)half)};
  uv_buf_t rest = uv_buf_init(from + half, (unsigned)(size - half));
  for (int i = 0; i < 2; i++) {
    c->writes[i].data = c;
    int err = i == 0 ? uv_write(&c->writes[0], (uv_stream_t *)&c->tcp, parts, 2, on_write)
                     : uv_write(&c->writes[1], (uv_stream_t *)&c->tcp, &rest, 1, on_write);
    if (err != 0) {
      on_error(c, "uv_write", err);
      return;
    }
    c->waiting++;
  }
  if (is_whole(c)) {
    shut_down(c);
  }
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static _Thread_local char memory[65536];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(memory, sizeof(memory));
}

static void on_end(connection *c) {
  size_t whole = c->is_client ? c->plan.down : c->plan.up;
  if (c->plan.kind == CLIENT_RESETS || c->plan.kind == SERVER_RESETS) {
    on_error(c, "read", UV_ECONNRESET); /* after the last data a reset looks like an end */
    return;
  }
  if (!is_whole(c)) {
    on_error(c, "read", UV_EOF);
    return;
  }
  if (c->got != whole) {
    fail(c, "the end came before the data", 0);
  }
  c->ended = true;
  if (c->sent) {
    finish(c);
  } else if (c->is_client == (c->plan.kind == SERVER_FIRST)) {
    send_all(c); /* it was waiting for the peer's end */
  }
}

static void break_off(connection *c) {
  atomic_fetch_add(&finished[c->plan.kind], 1);
  if (c->plan.kind == CLIENT_RESETS || c->plan.kind == SERVER_RESETS) {
    reset(c);
  } else {
    close_connection(c);
  }
}

/* Linux doubles the given size, and has a minimum of a few thousand bytes. */
static void make_buffers_small(connection *c) {
  int size = 1000;
  int err = uv_send_buffer_size((uv_handle_t *)&c->tcp, &size);
  if (err != 0) {
    fail(c, "uv_send_buffer_size", err);
  }
}

/* The server learns its plan from the number. False if that has not arrived yet. */
static bool take_number(connection *c, const char **bytes, size_t *count) {
  while (c->number_got < sizeof(c->number) && *count > 0) {
    ((char *)&c->number)[c->number_got++] = *(*bytes)++;
    --*count;
    if (c->number_got == sizeof(c->number)) {
      c->plan = draw(c->number);
      if (c->plan.small) {
        make_buffers_small(c);
      }
      if (c->plan.kind != WHOLE) {
        send_all(c);
      }
    }
  }
  return c->number_got == sizeof(c->number);
}

static void on_read(uv_stream_t *stream, ssize_t result, const uv_buf_t *buf) {
  connection *c = (connection *)stream;
  if (result == UV_EOF && c->number_got == sizeof(c->number)) {
    on_end(c);
    return;
  }
  if (result < 0) {
    if (c->number_got < sizeof(c->number)) { /* broken off before anything arrived */
      close_connection(c);
      return;
    }
    on_error(c, "read", (int)result);
    return;
  }
  const char *bytes = buf->base;
  size_t count = (size_t)result;
  if (!take_number(c, &bytes, &count) || uv_is_closing((uv_handle_t *)&c->tcp)) {
    return;
  }
  size_t whole = c->is_client ? c->plan.down : c->plan.up;
  size_t at = c->is_client ? c->plan.down_at : c->plan.up_at;
  if (c->got + count > whole || memcmp(bytes, data + at + c->got, count) != 0) {
    fail(c, "the data received is not what was sent", 0);
  }
  c->got += count;
  if (breaks_off(c) && c->got >= c->plan.cut) {
    break_off(c);
  }
}

static connection *make(uv_loop_t *loop, bool is_client) {
  connection *c = calloc(1, sizeof(*c));
  if (c == NULL || uv_tcp_init(loop, &c->tcp) != 0) {
    fprintf(stderr, "no memory for a connection\n");
    exit(1);
  }
  c->is_client = is_client;
  return c;
}

static void open_next(void);

static void on_close(uv_handle_t *handle) {
  connection *c = (connection *)handle;
  if (c->waiting != 0) {
    fail(c, "closed before all callbacks came", 0);
  }
  bool is_client = c->is_client;
  free(c);
  if (!is_client) {
    server_open--;
    return;
  }
  if (++closed == wanted) {
    uv_async_send(&server_stop);
  }
  open_next();
}

static void on_connect(uv_connect_t *request, int status) {
  connection *c = request->data;
  if (status != 0) {
    fail(c, "connect", status);
  }
  int err = uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
  if (err != 0) {
    fail(c, "uv_read_start", err);
  }
  if (c->plan.small) {
    make_buffers_small(c);
  }
  if (c->plan.kind == SERVER_FIRST) { /* it needs only the number; the rest follows when it ends */
    uv_buf_t number = uv_buf_init((char *)&c->number, sizeof(c->number));
    if (uv_try_write((uv_stream_t *)&c->tcp, &number, 1) != (int)sizeof(c->number)) {
      fail(c, "uv_try_write", 0);
    }
  } else {
    send_all(c);
  }
  if (breaks_off(c) && c->plan.cut == 0 && !uv_is_closing((uv_handle_t *)&c->tcp)) {
    break_off(c);
  }
}

static void open_next(void) {
  while (opened < wanted && opened - closed < AT_A_TIME) {
    connection *c = make(&client_loop, true);
    struct sockaddr_in to = server_address;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)(opened % ADDRESSES));
    c->number = opened++;
    c->number_got = sizeof(c->number);
    c->plan = draw(c->number);
    c->connect.data = c;
    int err = uv_tcp_connect(&c->connect, &c->tcp, (struct sockaddr *)&to, on_connect);
    if (err != 0) {
      fail(c, "uv_tcp_connect", err);
    }
  }
}

static void on_connection(uv_stream_t *stream, int status) {
  connection *c = make(stream->loop, false);
  server_open++;
  if (status != 0) {
    fail(c, "connection", status);
  }
  int err = uv_accept(stream, (uv_stream_t *)&c->tcp);
  err = err != 0 ? err : uv_read_start((uv_stream_t *)&c->tcp, on_alloc, on_read);
  if (err != 0) {
    fail(c, "uv_accept, uv_read_start", err);
  }
}

static void must(int err, const char *what) {
  if (err != 0) {
    fprintf(stderr, "%s: %s\n", what, uv_err_name(err));
    exit(1);
  }
}

static void on_stop(uv_async_t *async) {
  uv_close((uv_handle_t *)async, NULL);
  uv_close((uv_handle_t *)&listener, NULL);
}

/* Ends by itself when the listener and the last connection are closed. */
static void serve(void *unused) {
  uv_loop_t loop;
  int size = sizeof(server_address);
  (void)unused;
  must(uv_loop_init(&loop), "uv_loop_init");
  must(uv_async_init(&loop, &server_stop, on_stop), "uv_async_init");
  must(uv_tcp_init(&loop, &listener), "uv_tcp_init");
  must(uv_ip4_addr("0.0.0.0", 0, &server_address), "uv_ip4_addr");
  must(uv_tcp_bind(&listener, (struct sockaddr *)&server_address, 0), "uv_tcp_bind");
  must(uv_listen((uv_stream_t *)&listener, 1024, on_connection), "uv_listen");
  must(uv_tcp_getsockname(&listener, (struct sockaddr *)&server_address, &size), "getsockname");
  uv_sem_post(&server_ready);
  uv_run(&loop, UV_RUN_DEFAULT);
  must(uv_loop_close(&loop), "uv_loop_close");
  if (server_open != 0) {
    fprintf(stderr, "%u connections of the server are not closed\n", server_open);
    exit(1);
  }
}

static double soak(uint64_t connections) {
  uv_thread_t server;
  wanted = connections;
  opened = closed = 0;
  must(uv_sem_init(&server_ready, 0), "uv_sem_init");
  must(uv_thread_create(&server, serve, NULL), "uv_thread_create");
  uv_sem_wait(&server_ready);
  must(uv_loop_init(&client_loop), "uv_loop_init");
  uint64_t began_ns = uv_hrtime();
  open_next();
  uv_run(&client_loop, UV_RUN_DEFAULT);
  uv_thread_join(&server);
  double seconds = (double)(uv_hrtime() - began_ns) / 1e9;
  must(uv_loop_close(&client_loop), "uv_loop_close");
  uv_sem_destroy(&server_ready);
  if (closed != wanted) {
    fprintf(stderr, "only %llu connections were closed\n", (unsigned long long)closed);
    exit(1);
  }
  return seconds;
}

/* The library's memory is counted. */
static void *take(size_t size) {
  void *block = malloc(size);
  atomic_fetch_add(&blocks, block != NULL);
  return block;
}

static void *take_zeroed(size_t count, size_t size) {
  void *block = calloc(count, size);
  atomic_fetch_add(&blocks, block != NULL);
  return block;
}

static void *take_again(void *old, size_t size) {
  void *block = realloc(old, size);
  atomic_fetch_add(&blocks, block != NULL && old == NULL);
  return block;
}

static void give(void *block) {
  atomic_fetch_sub(&blocks, block != NULL);
  free(block);
}

typedef struct {
  long descriptors;
  long blocks;
  long pages;
} holdings;

static holdings count_holdings(void) {
  holdings now = {.blocks = atomic_load(&blocks)};
  DIR *directory = opendir("/proc/self/fd");
  while (directory != NULL && readdir(directory) != NULL) {
    now.descriptors++;
  }
  if (directory != NULL) {
    closedir(directory);
  }
  malloc_trim(0);
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%*d %ld", &now.pages) != 1) {
    fprintf(stderr, "/proc/self/statm cannot be read\n");
    exit(1);
  }
  fclose(file);
  return now;
}

static bool same(holdings before, holdings after) {
  printf("before: %ld descriptors, %ld blocks, %ld pages; after: %ld, %ld, %ld\n",
         before.descriptors, before.blocks, before.pages, after.descriptors, after.blocks,
         after.pages);
  bool pages_matter = getenv("SOAK_IGNORE_PAGES") == NULL; /* a sanitizer keeps freed memory */
  return before.descriptors == after.descriptors && before.blocks == after.blocks &&
         (!pages_matter || after.pages <= before.pages + PAGES_SPARE);
}

/* Both ends of every connection did what they should; a broken-off one may be over before the other
 * end notices. */
static bool all_ended(void) {
  unsigned long planned[KINDS] = {0};
  bool good = true;
  for (uint64_t number = 0; number < wanted; number++) {
    planned[draw(number).kind]++;
  }
  for (int k = 0; k < KINDS; k++) {
    unsigned long ends = atomic_load(&finished[k]);
    bool whole = k == WHOLE || k == SERVER_FIRST;
    printf("  %-16s %lu connections, %lu ends\n", kind_names[k], planned[k], ends);
    good = good && planned[k] > 0 && ends <= 2 * planned[k] &&
           ends >= (whole ? 2 * planned[k] : planned[k]);
  }
  return good;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: soak CONNECTIONS SEED\n");
    return 2;
  }
  uint64_t connections = strtoull(argv[1], NULL, 10);
  seed = strtoull(argv[2], NULL, 10);
  alarm(DEADLINE_S);
  signal(SIGPIPE, SIG_IGN);
  uv_replace_allocator(take, take_again, take_zeroed, give);
  for (size_t i = 0; i < DATA; i++) {
    data[i] = (char)mix(i);
  }
  soak(WARM_UP);
  holdings before = count_holdings();
  memset((void *)finished, 0, sizeof(finished));
  double seconds = soak(connections);
  printf("seed %llu: %llu connections in %.1f s, %.0f a second\n", (unsigned long long)seed,
         (unsigned long long)connections, seconds, (double)connections / seconds);
  return same(before, count_holdings()) && all_ended() ? 0 : 1;
}
