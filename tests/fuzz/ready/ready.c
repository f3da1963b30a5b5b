/* SPDX-License-Identifier: MIT */
/*
 * Random programs on descriptors that become ready: streams and poll handles are started, stopped
 * and started again, from outside and from their own callbacks, while their peers write. Prints
 * which callback comes in which turn. The script beside it builds it with libuv and with libgyre.
 *
 *   ready FIRST COUNT    a line for each of COUNT programs
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

enum { HANDLES = 6, STEPS = 40, PERCENT = 100 };

typedef struct {
  union {
    uv_pipe_t pipe;
    uv_poll_t poll;
  } as;
  int fd;
  int peer;
  int is_poll;
} subject;

static uv_loop_t loop;
static subject subjects[HANDLES];
static uint64_t state;

static unsigned pick(unsigned below) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(state >> 33) % below;
}

static void act(unsigned chance);

static char name_of(const void *handle) {
  return (char)('a' + ((const subject *)handle - subjects));
}

static void on_alloc(uv_handle_t *handle, size_t size, uv_buf_t *buf) {
  static char room[16];
  (void)handle;
  (void)size;
  *buf = uv_buf_init(room, sizeof(room));
}

static void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void)buf;
  if (nread != 0) {
    printf("%c%d", name_of(stream), (int)nread);
    act(PERCENT / 2);
  }
}

static void on_poll(uv_poll_t *poll, int status, int events) {
  char room[3];
  const subject *one = (const subject *)poll;
  printf("%c%d/%d", name_of(poll), status, events);
  if (pick(2) == 0 && read(one->fd, room, sizeof(room)) < 0) {
    printf("-");
  }
  act(PERCENT / 2);
}

static void start(subject *one) {
  if (one->is_poll) {
    static const int kinds[] = {UV_READABLE, UV_WRITABLE, UV_READABLE | UV_WRITABLE,
                                UV_READABLE | UV_DISCONNECT};
    uv_poll_start(&one->as.poll, kinds[pick(4)], on_poll);
  } else {
    uv_read_start((uv_stream_t *)&one->as.pipe, on_alloc, on_read);
  }
}

static void stop(subject *one) {
  if (one->is_poll) {
    uv_poll_stop(&one->as.poll);
  } else {
    uv_read_stop((uv_stream_t *)&one->as.pipe);
  }
}

static void send_some(subject *one) {
  char bytes[40] = "";
  if (write(one->peer, bytes, 1 + pick(sizeof(bytes))) < 0) {
    printf("!");
  }
}

static void take_some(subject *one) {
  char room[64];
  if (read(one->peer, room, sizeof(room)) < 0) {
    printf("?");
  }
}

/* Does one thing, or nothing. */
static void act(unsigned chance) {
  if (pick(PERCENT) >= chance) {
    return;
  }
  subject *one = &subjects[pick(HANDLES)];
  switch (pick(6)) {
    case 0:
    case 1:
      start(one);
      break;
    case 2:
      stop(one);
      break;
    case 3:
    case 4:
      send_some(one);
      break;
    default:
      if (!one->is_poll) {
        uv_buf_t buf = uv_buf_init("answer", 6);
        if (uv_try_write((uv_stream_t *)&one->as.pipe, &buf, 1) < 0) {
          printf("#");
        }
      }
      take_some(one);
  }
}

static void open_one(subject *one) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) {
    abort();
  }
  one->fd = ends[0];
  one->peer = ends[1];
  one->is_poll = (int)pick(2);
  if (one->is_poll) {
    uv_poll_init(&loop, &one->as.poll, one->fd);
  } else {
    uv_pipe_init(&loop, &one->as.pipe, 0);
    uv_pipe_open(&one->as.pipe, one->fd);
  }
}

static void run_program(uint64_t seed) {
  state = seed * 2 + 1;
  pick(1);
  uv_loop_init(&loop);
  for (int i = 0; i < HANDLES; i++) {
    open_one(&subjects[i]);
  }
  printf("%llu: ", (unsigned long long)seed);
  for (int i = 0; i < STEPS; i++) {
    for (unsigned k = pick(4); k > 0; k--) {
      act(PERCENT);
    }
    uv_run(&loop, UV_RUN_NOWAIT);
    printf("%s ", uv_backend_timeout(&loop) == 0 ? "=" : "");
  }
  printf("\n");
  for (int i = 0; i < HANDLES; i++) {
    uv_close((uv_handle_t *)&subjects[i].as.pipe, NULL);
  }
  uv_run(&loop, UV_RUN_DEFAULT);
  for (int i = 0; i < HANDLES; i++) {
    close(subjects[i].peer);
    if (subjects[i].is_poll) {
      close(subjects[i].fd);
    }
  }
  uv_loop_close(&loop);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    return 2;
  }
  uint64_t first = strtoull(argv[1], NULL, 10);
  uint64_t count = strtoull(argv[2], NULL, 10);
  for (uint64_t i = 0; i < count; i++) {
    run_program(first + i);
  }
  return 0;
}
