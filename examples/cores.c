/* SPDX-License-Identifier: MIT */
/*
 * A loop for each core: every thread has a loop and a listening socket of its own, all on one port,
 * and the kernel spreads the connections over them (SO_REUSEPORT). No thread hands anything to
 * another, so nothing is locked.
 *
 *   ./run examples/cores.c [THREADS]     as many as there are cores if not given
 *
 * The main thread has a loop, too: it is the client of this example, counts which thread answered,
 * and ends the others with the one function of a loop that may be called on any thread,
 * uv_async_send.
 */
#include <gyre.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64
#define CONNECTIONS 200

/* Owned by its thread while that runs; the main thread only sends to `stop`. */
typedef struct {
  uv_thread_t thread;
  uv_loop_t loop;
  uv_async_t stop;
  uv_tcp_t server;
  unsigned char number;
} core;

typedef struct {
  uv_tcp_t stream;
  uv_connect_t connect;
  uv_write_t write;
  unsigned char byte;
} peer;

static core cores[MOST];
static int count;
static struct sockaddr_in address;
static int answered[MOST];
static int ended;

static void check(int error, const char *what) {
  if (error != 0) {
    fprintf(stderr, "%s: %s\n", what, uv_strerror(error));
    exit(1);
  }
}

static void on_close(uv_handle_t *handle) { free(handle->data); }

static void on_written(uv_write_t *request, int status) {
  (void)status;
  uv_close((uv_handle_t *)request->handle, on_close);
}

/* --- the threads */

static void on_connection(uv_stream_t *server, int status) {
  core *self = server->data;
  check(status, "listen");
  peer *client = calloc(1, sizeof(*client));
  check(uv_tcp_init(&self->loop, &client->stream), "uv_tcp_init");
  client->stream.data = client;
  check(uv_accept(server, (uv_stream_t *)&client->stream), "uv_accept");
  uv_buf_t answer = uv_buf_init((char *)&self->number, 1);
  uv_write(&client->write, (uv_stream_t *)&client->stream, &answer, 1, on_written);
}

/* On the core's own thread: it was asked to by another. */
static void on_stop(uv_async_t *async) {
  core *self = async->data;
  uv_close((uv_handle_t *)&self->server, NULL);
  uv_close((uv_handle_t *)&self->stop, NULL);
}

static void run(void *arg) {
  core *self = arg;
  uv_run(&self->loop, UV_RUN_DEFAULT); /* until its last handle is closed */
  check(uv_loop_close(&self->loop), "uv_loop_close");
}

/* Before the thread runs, anybody may prepare its loop. */
static void start(core *self) {
  check(uv_loop_init(&self->loop), "uv_loop_init");
  check(uv_async_init(&self->loop, &self->stop, on_stop), "uv_async_init");
  check(uv_tcp_init(&self->loop, &self->server), "uv_tcp_init");
  self->stop.data = self->server.data = self;
  check(uv_tcp_bind(&self->server, (struct sockaddr *)&address, UV_TCP_REUSEPORT), "uv_tcp_bind");
  check(uv_listen((uv_stream_t *)&self->server, 128, on_connection), "uv_listen");
  int size = sizeof(address); /* the first one is given a port, which the others share */
  check(uv_tcp_getsockname(&self->server, (struct sockaddr *)&address, &size), "getsockname");
  check(uv_thread_create(&self->thread, run, self), "uv_thread_create");
}

/* --- the client, on the main thread */

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  (void)size;
  peer *self = handle->data;
  *buf = uv_buf_init((char *)&self->byte, 1);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *buf) {
  peer *self = stream->data;
  (void)buf;
  if (size > 0) {
    answered[self->byte]++;
  } else if (size < 0) {
    uv_close((uv_handle_t *)stream, on_close);
    if (++ended == CONNECTIONS) {
      for (int i = 0; i < count; i++) {
        uv_async_send(&cores[i].stop);
      }
    }
  }
}

static void on_connect(uv_connect_t *request, int status) {
  check(status, "connect");
  uv_read_start(request->handle, on_alloc, on_read);
}

static void ask(uv_loop_t *loop) {
  peer *self = calloc(1, sizeof(*self));
  check(uv_tcp_init(loop, &self->stream), "uv_tcp_init");
  self->stream.data = self;
  check(uv_tcp_connect(&self->connect, &self->stream, (struct sockaddr *)&address, on_connect),
        "uv_tcp_connect");
}

int main(int argc, char **argv) {
  uv_loop_t *loop = uv_default_loop();
  int wanted = argc > 1 ? atoi(argv[1]) : (int)uv_available_parallelism();
  count = wanted < 1 ? 1 : wanted > MOST ? MOST : wanted;
  check(uv_ip4_addr("127.0.0.1", 0, &address), "uv_ip4_addr");
  for (int i = 0; i < count; i++) {
    cores[i].number = (unsigned char)i;
    start(&cores[i]);
  }
  for (int i = 0; i < CONNECTIONS; i++) {
    ask(loop);
  }
  uv_run(loop, UV_RUN_DEFAULT);

  int sum = 0;
  for (int i = 0; i < count; i++) {
    uv_thread_join(&cores[i].thread);
    printf("thread %d answered %d\n", i, answered[i]);
    sum += answered[i];
  }
  printf("%d of %d connections\n", sum, CONNECTIONS);
  return sum != CONNECTIONS;
}
