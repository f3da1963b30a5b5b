/* SPDX-License-Identifier: MIT */
/*
 * The descriptors that a child begins with: pipes are made here, others are looked up. On success
 * our ends of the pipes become streams. Everything that can fail is done before there is a child.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>

#include "base/alloc.h"
#include "base/check.h"
#include "handle/process.h"
#include "handle/stream.h"
#include "os/descriptor.h"

#define STANDARD 3 /* input, output, error: every child has them */
#define KINDS (UV_CREATE_PIPE | UV_INHERIT_FD | UV_INHERIT_STREAM)

/* Each pipe needs its own stream, which has no descriptor yet. */
static int check_stream(const uv_process_options_t *options, int index) {
  const uv_stream_t *stream = options->stdio[index].data.stream;
  if (stream == NULL || stream->type != UV_NAMED_PIPE) {
    return UV_EINVAL;
  }
  if (gy_stream_of(stream)->watcher.fd >= 0) {
    return UV_EBUSY;
  }
  for (int i = 0; i < index; i++) {
    const uv_stdio_container_t *other = &options->stdio[i];
    if ((other->flags & UV_CREATE_PIPE) != 0 && other->data.stream == stream) {
      return UV_EBUSY;
    }
  }
  return 0;
}

/* If our own standard descriptors are closed, new ones get their numbers. But streams do not close
 * such numbers, so the child would never see the end of what we send. */
static int keep_off_standard(int *fd) {
  if (*fd >= STANDARD) {
    return 0;
  }
  int moved = fcntl(*fd, F_DUPFD_CLOEXEC, STANDARD);
  if (moved < 0) {
    return -errno;
  }
  gy_descriptor_close(*fd);
  *fd = moved;
  return 0;
}

/* A socket pair and not a pipe: it goes both ways, and descriptors can be passed over it. */
static int make_pipe(int *ours, int *theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return -errno;
  }
  *ours = ends[0];
  *theirs = ends[1];
  int err = keep_off_standard(ours);
  return err != 0 ? err : gy_descriptor_nonblocking(*ours, true);
}

static int open_one(gy_process_stdio *stdio, const uv_process_options_t *options, int index) {
  const uv_stdio_container_t *entry = &options->stdio[index];
  int err;
  switch ((int)entry->flags & KINDS) {
    case UV_IGNORE:
      return 0;
    case UV_CREATE_PIPE:
      err = check_stream(options, index);
      return err != 0 ? err : make_pipe(&stdio->ours[index], &stdio->theirs[index]);
    case UV_INHERIT_FD:
      stdio->theirs[index] = entry->data.fd;
      break;
    case UV_INHERIT_STREAM:
      stdio->theirs[index] = entry->data.stream == NULL ? -1 : gy_stream_fd_of(entry->data.stream);
      break;
    default:
      return UV_EINVAL;
  }
  return stdio->theirs[index] < 0 ? UV_EINVAL : 0;
}

int gy_process_stdio_open(gy_process_stdio *stdio, const uv_process_options_t *options) {
  if (options->stdio_count < 0) {
    return UV_EINVAL;
  }
  int count = options->stdio_count < STANDARD ? STANDARD : options->stdio_count;
  stdio->count = count;
  stdio->ours = stdio->few;
  if (count > GY_PROCESS_FEW) {
    stdio->ours = gy_alloc_zeroed((size_t)count, 2 * sizeof(int));
    if (stdio->ours == NULL) {
      return UV_ENOMEM;
    }
  }
  stdio->theirs = stdio->ours + count;
  for (int i = 0; i < 2 * count; i++) {
    stdio->ours[i] = -1;
  }
  int err = 0;
  for (int i = 0; i < options->stdio_count && err == 0; i++) {
    err = open_one(stdio, options, i);
  }
  if (err != 0) {
    gy_process_stdio_close(stdio);
  }
  return err;
}

static void release(gy_process_stdio *stdio) {
  if (stdio->ours != stdio->few) {
    gy_free(stdio->ours);
  }
}

/* The child has its copies. What it reads we write, and the other way round. */
void gy_process_stdio_keep(gy_process_stdio *stdio, const uv_process_options_t *options) {
  for (int i = 0; i < stdio->count; i++) {
    if (stdio->ours[i] < 0) {
      continue;
    }
    const uv_stdio_container_t *entry = &options->stdio[i];
    unsigned flags = GY_STREAM_CHILD;
    flags |= (entry->flags & UV_WRITABLE_PIPE) != 0 ? (unsigned)GY_HANDLE_READABLE : 0u;
    flags |= (entry->flags & UV_READABLE_PIPE) != 0 ? (unsigned)GY_STREAM_WRITABLE : 0u;
    int err = gy_stream_open(gy_stream_of(entry->data.stream), stdio->ours[i], flags);
    GY_CHECK(err == 0); /* check_stream has made sure */
    gy_descriptor_close(stdio->theirs[i]);
  }
  release(stdio);
}

void gy_process_stdio_close(gy_process_stdio *stdio) {
  for (int i = 0; i < stdio->count; i++) {
    if (stdio->ours[i] >= 0) {
      gy_descriptor_close(stdio->ours[i]);
      gy_descriptor_close(stdio->theirs[i]);
    }
  }
  release(stdio);
}
