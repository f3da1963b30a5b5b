/* SPDX-License-Identifier: MIT */
/* Pipes and local sockets, for js/lib/net.js and child processes. Part of binding('stream'). */
#include <stdlib.h>

#include "bind/stream.h"

/* newPipe(ipc): a handle, or a negative error number. */
GJ_FUNCTION(new_pipe) {
  gj_value native;
  gj_stream_wrap *wrap = gj_stream_new(js, &native);
  int err = uv_pipe_init(wrap->runtime->loop, &wrap->pipe, gj_to_bool(js, argv[0]));
  if (err != 0) {
    gj_stream_discard(wrap);
    return gj_number(js, err);
  }
  return native;
}

/* pipeOpen(native, fd) */
GJ_FUNCTION(pipe_open) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  return gj_number(js,
                   wrap == NULL ? UV_EBADF : uv_pipe_open(&wrap->pipe, gj_to_int32(js, argv[1])));
}

/* pipeBind(native, path): a path that begins with NUL is an abstract one. */
GJ_FUNCTION(pipe_bind) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  gj_text path;
  gj_text_get(js, argv[1], &path);
  int err = uv_pipe_bind2(&wrap->pipe, path.data, path.size, UV_PIPE_NO_TRUNCATE);
  gj_text_free(&path);
  return gj_number(js, err);
}

/* pipeConnect(native, req, path) */
GJ_FUNCTION(pipe_connect) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  gj_text path;
  gj_text_get(js, argv[2], &path);
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  int err = uv_pipe_connect2(&req->connect, &wrap->pipe, path.data, path.size, UV_PIPE_NO_TRUNCATE,
                             gj_stream_on_connect);
  gj_text_free(&path);
  if (err != 0) {
    gj_stream_req_free(req);
  }
  return gj_number(js, err);
}

/* pipeChmod(native, mode) */
GJ_FUNCTION(pipe_chmod) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  return gj_number(js,
                   wrap == NULL ? UV_EBADF : uv_pipe_chmod(&wrap->pipe, gj_to_int32(js, argv[1])));
}

/* pipeSend(native, req, string or bytes, handle): they go together to the process at the other end.
 * 1: oncomplete will be called. */
GJ_FUNCTION(pipe_send) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  gj_stream_wrap *sent = gj_stream_of(js, argv[3]);
  if (wrap == NULL || sent == NULL) {
    return gj_number(js, UV_EBADF);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  uv_buf_t buf = gj_stream_req_data(js, req, argv[2]);
  int err = !gj_stream_req_holds(req) ? UV_ENOMEM
                                      : uv_write2(&req->write, &wrap->stream, &buf, 1,
                                                  &sent->stream, gj_stream_on_written);
  if (err != 0) {
    gj_stream_req_free(req);
  }
  return gj_number(js, err != 0 ? err : 1);
}

static int init_of_type(uv_loop_t *loop, uv_handle_type type, gj_stream_wrap *wrap) {
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
GJ_FUNCTION(pipe_accept) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL || uv_pipe_pending_count(&wrap->pipe) == 0) {
    return gj_undefined(js);
  }
  gj_value native;
  gj_stream_wrap *came = gj_stream_new(js, &native);
  uv_handle_type type = uv_pipe_pending_type(&wrap->pipe);
  int err = init_of_type(wrap->runtime->loop, type, came);
  if (err != 0) {
    gj_stream_discard(came);
  } else if ((err = uv_accept(&wrap->stream, &came->stream)) != 0) {
    gj_stream_drop(came);
  }
  if (err != 0) {
    gj_throw(js, exception, uv_strerror(err));
    return gj_undefined(js);
  }
  const char *name = type == UV_TCP ? "tcp" : type == UV_UDP ? "udp" : "pipe";
  gj_value pair[] = {gj_string(js, name), native};
  return gj_array(js, 2, pair);
}

void gj_bind_pipe_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"pipeAccept", pipe_accept}, {"pipeSend", pipe_send},
      {"newPipe", new_pipe},       {"pipeBind", pipe_bind},
      {"pipeChmod", pipe_chmod},   {"pipeConnect", pipe_connect},
      {"pipeOpen", pipe_open},     {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
