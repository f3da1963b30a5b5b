/* SPDX-License-Identifier: MIT */
/* Pipes and local sockets, for js/lib/net.js and child processes. Part of binding('stream'). */
#include <stdlib.h>

#include "bind/stream.h"

/* newPipe(ipc): a handle, or a negative error number. */
GY_FUNCTION(new_pipe) {
  gy_value native;
  gy_stream_wrap *wrap = gy_stream_new(js, &native);
  int err = uv_pipe_init(wrap->runtime->loop, &wrap->pipe, gy_to_bool(js, argv[0]));
  if (err != 0) {
    gy_stream_discard(wrap);
    return gy_number(js, err);
  }
  return native;
}

/* pipeOpen(native, fd) */
GY_FUNCTION(pipe_open) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  return gy_number(js,
                   wrap == NULL ? UV_EBADF : uv_pipe_open(&wrap->pipe, gy_to_int32(js, argv[1])));
}

/* pipeBind(native, path): a path that begins with NUL is an abstract one. */
GY_FUNCTION(pipe_bind) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  gy_text path;
  gy_text_get(js, argv[1], &path);
  int err = uv_pipe_bind2(&wrap->pipe, path.data, path.size, UV_PIPE_NO_TRUNCATE);
  gy_text_free(&path);
  return gy_number(js, err);
}

/* pipeConnect(native, req, path) */
GY_FUNCTION(pipe_connect) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  gy_text path;
  gy_text_get(js, argv[2], &path);
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  int err = uv_pipe_connect2(&req->connect, &wrap->pipe, path.data, path.size, UV_PIPE_NO_TRUNCATE,
                             gy_stream_on_connect);
  gy_text_free(&path);
  if (err != 0) {
    gy_stream_req_free(req);
  }
  return gy_number(js, err);
}

/* pipeChmod(native, mode) */
GY_FUNCTION(pipe_chmod) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  return gy_number(js,
                   wrap == NULL ? UV_EBADF : uv_pipe_chmod(&wrap->pipe, gy_to_int32(js, argv[1])));
}

/* pipeSend(native, req, string or bytes, handle): they go together to the process at the other end.
 * 1: oncomplete will be called. */
GY_FUNCTION(pipe_send) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  gy_stream_wrap *sent = gy_stream_of(js, argv[3]);
  if (wrap == NULL || sent == NULL) {
    return gy_number(js, UV_EBADF);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  uv_buf_t buf = gy_stream_req_data(js, req, argv[2]);
  int err = !gy_stream_req_holds(req) ? UV_ENOMEM
                                      : uv_write2(&req->write, &wrap->stream, &buf, 1,
                                                  &sent->stream, gy_stream_on_written);
  if (err != 0) {
    gy_stream_req_free(req);
  }
  return gy_number(js, err != 0 ? err : 1);
}

static int init_of_type(uv_loop_t *loop, uv_handle_type type, gy_stream_wrap *wrap) {
  switch (type) {
    case UV_TCP:
      return uv_tcp_init(loop, &wrap->tcp);
    case UV_UDP:
      return uv_udp_init(loop, &wrap->udp);
    default:
      return uv_pipe_init(loop, &wrap->pipe, 0);
  }
}

/* pipeAccept(native): [type, native] of a handle that has come, undefined if none has. */
GY_FUNCTION(pipe_accept) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL || uv_pipe_pending_count(&wrap->pipe) == 0) {
    return gy_undefined(js);
  }
  gy_value native;
  gy_stream_wrap *came = gy_stream_new(js, &native);
  uv_handle_type type = uv_pipe_pending_type(&wrap->pipe);
  int err = init_of_type(wrap->runtime->loop, type, came);
  if (err != 0) {
    gy_stream_discard(came);
  } else if ((err = uv_accept(&wrap->stream, &came->stream)) != 0) {
    gy_stream_drop(came);
  }
  if (err != 0) {
    gy_throw(js, exception, uv_strerror(err));
    return gy_undefined(js);
  }
  const char *name = type == UV_TCP ? "tcp" : type == UV_UDP ? "udp" : "pipe";
  gy_value pair[] = {gy_string(js, name), native};
  return gy_array(js, 2, pair);
}

void gy_bind_pipe_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"pipeAccept", pipe_accept}, {"pipeSend", pipe_send},
      {"newPipe", new_pipe},       {"pipeBind", pipe_bind},
      {"pipeChmod", pipe_chmod},   {"pipeConnect", pipe_connect},
      {"pipeOpen", pipe_open},     {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
