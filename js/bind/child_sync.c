/* SPDX-License-Identifier: MIT */
/* spawnSync: runs a child on its own loop, until it has ended and all of its output is read. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bind/child.h"
#include "engine/memory.h"

#define ROOM_FIRST 16384

struct gj_sync;

/* One pipe to the child: its output is collected, or its input is written. */
typedef struct {
  uv_pipe_t pipe;
  struct gj_sync *sync;
  uv_write_t write;
  uv_shutdown_t shutdown;
  bool shut; /* its input has ended */
  uv_buf_t input;
  char *data;
  size_t size, room;
  bool used;
} gj_sync_pipe;

typedef struct gj_sync {
  uv_loop_t loop;
  uv_process_t process;
  uv_timer_t timer;
  gj_sync_pipe *pipes;
  int count;
  double max_buffer;
  int kill_signal;
  int error; /* the first that went wrong */
  int64_t status;
  int signal;
  bool exited;
} gj_sync;

static void stop(gj_sync *sync, int error) {
  if (sync->error == 0) {
    sync->error = error;
  }
  if (!sync->exited) {
    uv_process_kill(&sync->process, sync->kill_signal);
  }
  for (int i = 0; i < sync->count; i++) { /* a grandchild may hold them open for ever */
    if (sync->pipes[i].used && !uv_is_closing((uv_handle_t *)&sync->pipes[i].pipe)) {
      uv_close((uv_handle_t *)&sync->pipes[i].pipe, NULL);
    }
  }
}

/* Nobody reads from stdin, so its end is not noticed: it stays open while the child may write to
 * it, and until everything is written. */
static void close_input(gj_sync *sync) {
  gj_sync_pipe *input = &sync->pipes[0];
  if (sync->exited && input->used && input->shut && !uv_is_closing((uv_handle_t *)&input->pipe)) {
    uv_close((uv_handle_t *)&input->pipe, NULL);
  }
}

static void on_timeout(uv_timer_t *timer) { stop(timer->data, UV_ETIMEDOUT); }

static void on_end(uv_process_t *process, int64_t status, int signal) {
  gj_sync *sync = process->data;
  sync->exited = true;
  sync->status = status;
  sync->signal = signal;
  uv_close((uv_handle_t *)&sync->timer, NULL);
  uv_close((uv_handle_t *)process, NULL);
  close_input(sync);
}

static void on_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  gj_sync_pipe *pipe = (gj_sync_pipe *)handle;
  (void)suggested;
  if (pipe->size == pipe->room) {
    size_t room = pipe->room == 0 ? ROOM_FIRST : pipe->room * 2;
    char *data = gj_memory_grow(pipe->data, room);
    if (data == NULL) {
      *buf = uv_buf_init(NULL, 0);
      return;
    }
    pipe->data = data;
    pipe->room = room;
  }
  *buf = uv_buf_init(pipe->data + pipe->size, (unsigned)(pipe->room - pipe->size));
}

static void on_output(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  gj_sync_pipe *pipe = (gj_sync_pipe *)stream;
  gj_sync *sync = pipe->sync;
  (void)buf;
  if (nread < 0) {
    if (!uv_is_closing((uv_handle_t *)stream)) {
      uv_close((uv_handle_t *)stream, NULL);
    }
    if (nread != UV_EOF) {
      stop(sync, (int)nread);
    }
    return;
  }
  pipe->size += (size_t)nread;
  if (sync->max_buffer > 0 && (double)pipe->size > sync->max_buffer) {
    stop(sync, UV_ENOBUFS);
  }
}

static void on_shut_down(uv_shutdown_t *shutdown, int status) {
  (void)status; /* the child may have gone without reading */
  gj_sync_pipe *pipe = shutdown->data;
  pipe->shut = true;
  close_input(pipe->sync);
}

static void on_input(uv_write_t *write, int status) {
  gj_sync *sync = ((gj_sync_pipe *)write->data)->sync;
  if (status != 0 && status != UV_ECANCELED && sync->error == 0) {
    sync->error = status; /* reported, but the child may continue without its input */
  }
}

/* stdin is only written to: what the child leaves unread would come back as ECONNRESET. */
static int start_pipe(gj_sync_pipe *pipe, bool is_stdin) {
  uv_stream_t *stream = (uv_stream_t *)&pipe->pipe;
  int err = 0;
  if (pipe->input.len > 0) {
    pipe->write.data = pipe;
    err = uv_write(&pipe->write, stream, &pipe->input, 1, on_input);
  }
  if (err == 0) {
    pipe->shutdown.data = pipe;
    err = uv_shutdown(&pipe->shutdown, stream, on_shut_down);
  }
  return err != 0 || is_stdin ? err : uv_read_start(stream, on_room, on_output);
}

/* stdio: pairs of (what, fd); inputs: bytes for the pipes, or undefined. */
static int open_stdio(gj_context js, gj_object object, gj_sync *sync, gj_child_options *options) {
  gj_object list = gj_as_object(js, gj_get(js, object, "stdio"));
  gj_object inputs = gj_as_object(js, gj_get(js, object, "inputs"));
  for (int i = 0; i < sync->count; i++) {
    uv_stdio_container_t *entry = &options->stdio[i];
    gj_sync_pipe *pipe = &sync->pipes[i];
    int what = gj_to_int32(js, gj_get_index(js, list, (unsigned)i * 2));
    if (what == GJ_CHILD_FD) {
      entry->flags = UV_INHERIT_FD;
      entry->data.fd = gj_to_int32(js, gj_get_index(js, list, (unsigned)i * 2 + 1));
    } else if (what == GJ_CHILD_PIPE) {
      int err = uv_pipe_init(&sync->loop, &pipe->pipe, 0);
      if (err != 0) {
        return err;
      }
      gj_bytes bytes;
      if (inputs != NULL && gj_bytes_get(js, gj_get_index(js, inputs, (unsigned)i), &bytes)) {
        pipe->input = uv_buf_init((char *)bytes.data, (unsigned)bytes.size);
      }
      pipe->sync = sync;
      pipe->used = true;
      entry->flags = UV_CREATE_PIPE | UV_READABLE_PIPE | UV_WRITABLE_PIPE;
      entry->data.stream = (uv_stream_t *)&pipe->pipe;
    }
  }
  return 0;
}

static void run(gj_sync *sync, gj_child_options *options, double timeout_ms) {
  options->uv.exit_cb = on_end;
  sync->process.data = sync;
  sync->timer.data = sync;
  uv_timer_init(&sync->loop, &sync->timer);
  int err = uv_spawn(&sync->loop, &sync->process, &options->uv);
  if (err != 0) {
    sync->exited = true; /* there is nothing to end */
    uv_close((uv_handle_t *)&sync->timer, NULL);
    uv_close((uv_handle_t *)&sync->process, NULL);
    stop(sync, err);
  } else {
    if (timeout_ms > 0) {
      uv_timer_start(&sync->timer, on_timeout, (uint64_t)timeout_ms, 0);
    }
    for (int i = 0; i < sync->count && err == 0; i++) {
      err = sync->pipes[i].used ? start_pipe(&sync->pipes[i], i == 0) : 0;
    }
    if (err != 0) {
      stop(sync, err);
    }
  }
  uv_run(&sync->loop, UV_RUN_DEFAULT);
}

static void release_output(void *data, void *arg) {
  (void)arg;
  free(data);
}

static gj_value result(gj_context js, gj_sync *sync) {
  gj_object object = gj_object_new(js);
  gj_object output = gj_array(js, 0, NULL);
  for (int i = 0; i < sync->count; i++) {
    gj_sync_pipe *pipe = &sync->pipes[i];
    gj_value value = gj_null(js);
    if (pipe->used && pipe->size > 0) {
      value = gj_bytes_buffer(js, pipe->data, pipe->size, release_output, NULL);
    } else if (pipe->used) {
      free(pipe->data);
      value = gj_bytes_buffer(js, gj_memory_new(1, "no output"), 0, release_output, NULL);
    }
    gj_set_index(js, output, (unsigned)i, value);
  }
  gj_set_number(js, object, "pid", sync->process.pid);
  gj_set_number(js, object, "status", (double)sync->status);
  gj_set_number(js, object, "signal", sync->signal);
  gj_set_number(js, object, "error", sync->error);
  gj_set(js, object, "output", output);
  return object;
}

/* The result if not even a loop could be made. */
static gj_value not_begun(gj_context js, int err) {
  gj_object object = gj_object_new(js);
  gj_set_number(js, object, "pid", 0);
  gj_set_number(js, object, "status", 0);
  gj_set_number(js, object, "signal", 0);
  gj_set_number(js, object, "error", err);
  gj_set(js, object, "output", gj_array(js, 0, NULL));
  return object;
}

/* spawnSync(options): also timeout, maxBuffer, killSignal (0: none), inputs. Returns { pid, status,
 * signal, error, output }, all numbers but the last. */
gj_value gj_child_spawn_sync(gj_context js, gj_object function, gj_object self, size_t argc,
                             const gj_value argv[], gj_value *exception) {
  (void)function;
  (void)self;
  (void)argc;
  (void)exception;
  gj_object object = gj_as_object(js, argv[0]);
  gj_child_options options;
  int err = gj_child_options_read(js, object, &options);
  if (err != 0) {
    return not_begun(js, err);
  }
  gj_sync *sync = gj_memory_new(sizeof(*sync), "a child process");
  err = uv_loop_init(&sync->loop);
  if (err != 0) {
    free(sync);
    gj_child_options_free(&options);
    return not_begun(js, err);
  }
  sync->count = options.uv.stdio_count;
  sync->pipes =
      gj_memory_new(((size_t)sync->count + 1) * sizeof(*sync->pipes), "pipes of a child process");
  sync->max_buffer = gj_to_number(js, gj_get(js, object, "maxBuffer"));
  sync->kill_signal = gj_to_int32(js, gj_get(js, object, "killSignal"));
  sync->kill_signal = sync->kill_signal == 0 ? SIGTERM : sync->kill_signal;
  err = open_stdio(js, object, sync, &options);
  if (err == 0) {
    run(sync, &options, gj_to_number(js, gj_get(js, object, "timeout")));
  } else {
    sync->exited = true; /* it never began */
    stop(sync, err);
    uv_run(&sync->loop, UV_RUN_DEFAULT);
  }
  gj_value value = result(js, sync);
  uv_loop_close(&sync->loop);
  gj_child_options_free(&options);
  free(sync->pipes);
  free(sync);
  return value;
}
