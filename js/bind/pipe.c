/* SPDX-License-Identifier: MIT */
/* Pipes and local sockets, for js/lib/net.js and child processes. Part of binding('stream'). */
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

void gy_bind_pipe_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"newPipe", new_pipe},         {"pipeBind", pipe_bind}, {"pipeChmod", pipe_chmod},
      {"pipeConnect", pipe_connect}, {"pipeOpen", pipe_open}, {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
