/* SPDX-License-Identifier: MIT */
/* What all requests have in common; and uv_queue_work, a request that is only work. */
#include "work/request.h"

#include <stddef.h>

#include "loop/call.h"

_Static_assert(sizeof(gy_request) <= sizeof(uv_req_t), "gy_request fits");
_Static_assert(offsetof(gy_request, type) == offsetof(uv_req_t, type), "type");

static void run_work(gy_request *request) {
  uv_work_t *work = (uv_work_t *)request;
  work->work_cb(work);
}

static void after_work(gy_request *request, int status) {
  uv_work_t *work = (uv_work_t *)request;
  gy_loop *loop = request->loop;
  if (work->after_work_cb != NULL) {
    GY_CALL(loop, WORK, work, work->after_work_cb, work->after_work_cb(work, status));
  }
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work_cb,
                  uv_after_work_cb after_work_cb) {
  if (work_cb == NULL) {
    return UV_EINVAL;
  }
  req->type = UV_WORK;
  req->loop = loop;
  req->work_cb = work_cb;
  req->after_work_cb = after_work_cb;
  GY_SCHEDULE(gy_loop_of(loop), WORK, req, 0);
  return gy_pool_submit(gy_loop_of(loop), req, GYRE_WORK_USER, run_work, after_work);
}

int uv_cancel(uv_req_t *req) {
  switch (req->type) {
    case UV_FS:
    case UV_GETADDRINFO:
    case UV_GETNAMEINFO:
    case UV_RANDOM:
    case UV_WORK:
      return gy_pool_cancel((gy_request *)req);
    default:
      return UV_EINVAL;
  }
}

static const struct {
  const char *name;
  size_t size;
} types[UV_REQ_TYPE_MAX] = {
    [UV_REQ] = {"req", sizeof(uv_req_t)},
    [UV_CONNECT] = {"connect", sizeof(uv_connect_t)},
    [UV_WRITE] = {"write", sizeof(uv_write_t)},
    [UV_SHUTDOWN] = {"shutdown", sizeof(uv_shutdown_t)},
    [UV_UDP_SEND] = {"udp_send", sizeof(uv_udp_send_t)},
    [UV_FS] = {"fs", sizeof(uv_fs_t)},
    [UV_WORK] = {"work", sizeof(uv_work_t)},
    [UV_GETADDRINFO] = {"getaddrinfo", sizeof(uv_getaddrinfo_t)},
    [UV_GETNAMEINFO] = {"getnameinfo", sizeof(uv_getnameinfo_t)},
    [UV_RANDOM] = {"random", sizeof(uv_random_t)},
};

static bool known(uv_req_type type) { return type > UV_UNKNOWN_REQ && type < UV_REQ_TYPE_MAX; }

size_t uv_req_size(uv_req_type type) { return known(type) ? types[type].size : (size_t)-1; }

const char *uv_req_type_name(uv_req_type type) { return known(type) ? types[type].name : NULL; }

void *uv_req_get_data(const uv_req_t *req) { return req->data; }

void uv_req_set_data(uv_req_t *req, void *data) { req->data = data; }

uv_req_type uv_req_get_type(const uv_req_t *req) { return req->type; }
