/* SPDX-License-Identifier: MIT */
/*
 * The network: a server that sends back what it reads, and clients that talk to it.
 *
 *   ./run examples/echo.c              three clients say hello, then everything ends
 *   ./run examples/echo.c 7000         serves on 127.0.0.1:7000 until SIGINT
 *
 * docs/guide.md explains it part by part.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#define CLIENTS 3
#define ROOM 65536

/* What is read belongs to a connection, so each has room of its own. */
typedef struct {
  uv_tcp_t tcp;
  int is_client;
  char room[ROOM];
} connection;

/* A write borrows its bytes until its callback. */
typedef struct {
  uv_write_t request;
  uv_buf_t bytes;
} writing;

static uv_tcp_t server;
static uv_signal_t interrupt;
static int clients_left;

static void fail(int err, const char *what) {
  if (err < 0) {
    fprintf(stderr, "%s: %s\n", what, uv_strerror(err));
    exit(1);
  }
}

static void on_closed(uv_handle_t *handle) {
  connection *gone = handle->data;
  if (gone->is_client && --clients_left == 0) {
    uv_close((uv_handle_t *)&server, NULL); /* the last one: nothing is left to wait for */
    uv_close((uv_handle_t *)&interrupt, NULL);
  }
  free(gone);
}

static void hang_up(uv_stream_t *stream) {
  if (!uv_is_closing((uv_handle_t *)stream)) {
    uv_close((uv_handle_t *)stream, on_closed);
  }
}

static void on_written(uv_write_t *request, int status) {
  uv_stream_t *stream = request->handle;
  writing *done = (writing *)request;
  free(done->bytes.base);
  free(done);
  if (status < 0) {
    hang_up(stream);
  }
}

static void say(uv_stream_t *stream, const char *bytes, size_t count) {
  writing *job = malloc(sizeof(*job));
  char *copy = malloc(count);
  if (job == NULL || copy == NULL) {
    abort();
  }
  memcpy(copy, bytes, count);
  job->bytes = uv_buf_init(copy, (unsigned)count);
  fail(uv_write(&job->request, stream, &job->bytes, 1, on_written), "write");
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  connection *reader = handle->data;
  (void)suggested;
  *buf = uv_buf_init(reader->room, ROOM);
}

static void on_read(uv_stream_t *stream, ssize_t count, const uv_buf_t *buf) {
  connection *reader = stream->data;
  if (count < 0) { /* UV_EOF: the other side has ended; all else is an error */
    hang_up(stream);
  } else if (count > 0 && reader->is_client) {
    printf("client read: %.*s\n", (int)count, buf->base);
    hang_up(stream);
  } else if (count > 0) {
    say(stream, buf->base, (size_t)count);
  }
}

static connection *new_connection(int is_client) {
  connection *made = calloc(1, sizeof(*made));
  if (made == NULL) {
    abort();
  }
  fail(uv_tcp_init(uv_default_loop(), &made->tcp), "tcp");
  made->tcp.data = made;
  made->is_client = is_client;
  return made;
}

static void on_connection(uv_stream_t *listener, int status) {
  fail(status, "connection");
  connection *guest = new_connection(0);
  fail(uv_accept(listener, (uv_stream_t *)&guest->tcp), "accept");
  fail(uv_read_start((uv_stream_t *)&guest->tcp, on_alloc, on_read), "read");
}

static void on_connected(uv_connect_t *request, int status) {
  uv_stream_t *stream = request->handle;
  fail(status, "connect");
  free(request);
  say(stream, "hello", 5);
  fail(uv_read_start(stream, on_alloc, on_read), "read");
}

static void connect_client(const struct sockaddr *to) {
  uv_connect_t *request = malloc(sizeof(*request));
  if (request == NULL) {
    abort();
  }
  connection *client = new_connection(1);
  clients_left++;
  fail(uv_tcp_connect(request, &client->tcp, to, on_connected), "connect");
}

static void on_interrupt(uv_signal_t *handle, int number) {
  (void)number;
  uv_stop(handle->loop);
}

int main(int argc, char **argv) {
  struct sockaddr_in address;
  int size = sizeof(address);
  int port = argc > 1 ? atoi(argv[1]) : 0;
  uv_loop_t *loop = uv_default_loop();
  fail(uv_ip4_addr("127.0.0.1", port, &address), "address");
  fail(uv_tcp_init(loop, &server), "tcp");
  fail(uv_tcp_bind(&server, (struct sockaddr *)&address, 0), "bind");
  fail(uv_listen((uv_stream_t *)&server, 128, on_connection), "listen");
  fail(uv_tcp_getsockname(&server, (struct sockaddr *)&address, &size), "name");
  fail(uv_signal_init(loop, &interrupt), "signal");
  fail(uv_signal_start(&interrupt, on_interrupt, SIGINT), "signal");
  for (int i = 0; argc == 1 && i < CLIENTS; i++) {
    connect_client((struct sockaddr *)&address);
  }
  uv_run(loop, UV_RUN_DEFAULT);
  printf("done\n");
  return 0;
}
