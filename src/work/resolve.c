/* SPDX-License-Identifier: MIT */
/*
 * Names to addresses and back: getaddrinfo(3) and getnameinfo(3) on the pool, or in the calling
 * thread where there is no callback. Programs call it.
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "loop/call.h"
#include "os/inet.h"
#include "work/idna.h"
#include "work/request.h"

/* A view of uv_getaddrinfo_t. The three arguments lie in `memory`, or are the caller's own if the
 * call is synchronous. */
typedef struct {
  gy_request request;
  uv_loop_t *loop;
  uv_getaddrinfo_cb cb;
  void *memory;
  const char *node;
  const char *service;
  const struct addrinfo *hints;
  int result;
  void *unused[3];
  struct addrinfo *answer;
} gy_lookup;

_Static_assert(sizeof(gy_lookup) <= sizeof(uv_getaddrinfo_t), "gy_lookup fits");
_Static_assert(offsetof(gy_lookup, loop) == offsetof(uv_getaddrinfo_t, loop), "loop");
_Static_assert(offsetof(gy_lookup, answer) == offsetof(uv_getaddrinfo_t, addrinfo), "addrinfo");

/* A view of uv_getnameinfo_t up to `host`, where the result begins. */
typedef struct {
  gy_request request;
  uv_loop_t *loop;
  uv_getnameinfo_cb cb;
  struct sockaddr_storage address;
  socklen_t address_size;
  int flags;
  int result;
} gy_naming;

_Static_assert(offsetof(gy_naming, result) + sizeof(int) <= offsetof(uv_getnameinfo_t, host),
               "gy_naming fits");
_Static_assert(offsetof(gy_naming, loop) == offsetof(uv_getnameinfo_t, loop), "loop");

/* The C library's result as one of our errors. Must come right after the call: it may have to read
 * errno. */
static int error_of(int answer) {
  switch (answer) {
    case 0:
      return 0;
    case EAI_SYSTEM:
      return errno != 0 ? -errno : UV_EAI_FAIL;
    case EAI_ADDRFAMILY:
      return UV_EAI_ADDRFAMILY;
    case EAI_AGAIN:
      return UV_EAI_AGAIN;
    case EAI_BADFLAGS:
      return UV_EAI_BADFLAGS;
    case EAI_CANCELED:
      return UV_EAI_CANCELED;
    case EAI_FAMILY:
      return UV_EAI_FAMILY;
    case EAI_MEMORY:
      return UV_EAI_MEMORY;
    case EAI_NODATA:
      return UV_EAI_NODATA;
    case EAI_NONAME:
      return UV_EAI_NONAME;
    case EAI_OVERFLOW:
      return UV_EAI_OVERFLOW;
    case EAI_SERVICE:
      return UV_EAI_SERVICE;
    case EAI_SOCKTYPE:
      return UV_EAI_SOCKTYPE;
    case EAI_INTR:
      return UV_EINTR;
    case EAI_IDN_ENCODE: /* only where the hints ask for AI_IDN */
      return UV_EINVAL;
    default: /* EAI_FAIL, and codes that a C library may add: permanent failures */
      return UV_EAI_FAIL;
  }
}

static void look_up(gy_request *request) {
  gy_lookup *lookup = (gy_lookup *)request;
  struct addrinfo *answer = NULL;
  lookup->result = error_of(getaddrinfo(lookup->node, lookup->service, lookup->hints, &answer));
  lookup->answer = lookup->result == 0 ? answer : NULL;
}

static void looked_up(gy_request *request, int status) {
  gy_lookup *lookup = (gy_lookup *)request;
  gy_loop *loop = request->loop;
  gy_free(lookup->memory);
  lookup->memory = NULL;
  if (status != 0) {
    lookup->result = UV_EAI_CANCELED;
  }
  GY_CALL(loop, GETADDRINFO, lookup, lookup->cb,
          lookup->cb((uv_getaddrinfo_t *)lookup, lookup->result, lookup->answer));
}

/* Copies the arguments into one block that belongs to the request. */
static int keep_questions(gy_lookup *lookup) {
  size_t node_size = lookup->node == NULL ? 0 : strlen(lookup->node) + 1;
  size_t service_size = lookup->service == NULL ? 0 : strlen(lookup->service) + 1;
  struct addrinfo *hints = gy_alloc(sizeof(*hints) + node_size + service_size);
  if (hints == NULL) {
    return UV_ENOMEM;
  }
  lookup->memory = hints;
  if (lookup->hints != NULL) {
    *hints = *lookup->hints;
    lookup->hints = hints;
  }
  char *text = (char *)(hints + 1);
  if (lookup->node != NULL) {
    lookup->node = memcpy(text, lookup->node, node_size);
  }
  if (lookup->service != NULL) {
    lookup->service = memcpy(text + node_size, lookup->service, service_size);
  }
  return 0;
}

static int submit_lookup(gy_lookup *lookup) {
  int err = keep_questions(lookup);
  if (err != 0) {
    return err;
  }
  GY_SCHEDULE(gy_loop_of(lookup->loop), GETADDRINFO, lookup, 0);
  err = gy_pool_submit(gy_loop_of(lookup->loop), lookup, GYRE_WORK_NAME, look_up, looked_up);
  if (err != 0) {
    gy_free(lookup->memory);
    lookup->memory = NULL;
  }
  return err;
}

int uv_getaddrinfo(uv_loop_t *loop, uv_getaddrinfo_t *req, uv_getaddrinfo_cb getaddrinfo_cb,
                   const char *node, const char *service, const struct addrinfo *hints) {
  char ascii[GY_IDNA_NAME_MAX + 1];
  if (req == NULL || (node == NULL && service == NULL) ||
      (loop == NULL && getaddrinfo_cb != NULL)) {
    return UV_EINVAL;
  }
  if (node != NULL) {
    int err = gy_idna_to_ascii(node, ascii);
    if (err != 0) {
      return err;
    }
  }
  gy_lookup *lookup = (gy_lookup *)req;
  lookup->request.type = UV_GETADDRINFO;
  lookup->request.state = GY_REQUEST_RUNNING; /* uv_cancel: too late, unless it goes to the pool */
  lookup->loop = loop;
  lookup->cb = getaddrinfo_cb;
  lookup->memory = NULL;
  lookup->node = node == NULL ? NULL : ascii;
  lookup->service = service;
  lookup->hints = hints;
  lookup->result = 0;
  lookup->answer = NULL;
  if (getaddrinfo_cb != NULL) {
    return submit_lookup(lookup);
  }
  look_up(&lookup->request);
  return lookup->result;
}

void uv_freeaddrinfo(struct addrinfo *ai) {
  if (ai != NULL) {
    freeaddrinfo(ai);
  }
}

static void find_name(gy_request *request) {
  gy_naming *naming = (gy_naming *)request;
  uv_getnameinfo_t *req = (uv_getnameinfo_t *)request;
  naming->result =
      error_of(getnameinfo((struct sockaddr *)&naming->address, naming->address_size, req->host,
                           sizeof(req->host), req->service, sizeof(req->service), naming->flags));
}

static void found_name(gy_request *request, int status) {
  gy_naming *naming = (gy_naming *)request;
  uv_getnameinfo_t *req = (uv_getnameinfo_t *)request;
  gy_loop *loop = request->loop;
  if (status != 0) {
    naming->result = UV_EAI_CANCELED;
  }
  bool found = naming->result == 0;
  GY_CALL(loop, GETNAMEINFO, naming, naming->cb,
          naming->cb(req, naming->result, found ? req->host : NULL, found ? req->service : NULL));
}

int uv_getnameinfo(uv_loop_t *loop, uv_getnameinfo_t *req, uv_getnameinfo_cb getnameinfo_cb,
                   const struct sockaddr *addr, int flags) {
  if (req == NULL || addr == NULL || (loop == NULL && getnameinfo_cb != NULL)) {
    return UV_EINVAL;
  }
  gy_naming *naming = (gy_naming *)req;
  naming->address_size = gy_inet_size(addr);
  if (naming->address_size == 0) {
    return UV_EINVAL;
  }
  memcpy(&naming->address, addr, naming->address_size);
  naming->request.type = UV_GETNAMEINFO;
  naming->request.state = GY_REQUEST_RUNNING; /* uv_cancel: too late, unless it goes to the pool */
  naming->loop = loop;
  naming->cb = getnameinfo_cb;
  naming->flags = flags;
  naming->result = 0;
  req->host[0] = req->service[0] = '\0';
  if (getnameinfo_cb != NULL) {
    GY_SCHEDULE(gy_loop_of(loop), GETNAMEINFO, naming, 0);
    return gy_pool_submit(gy_loop_of(loop), naming, GYRE_WORK_NAME, find_name, found_name);
  }
  find_name(&naming->request);
  return naming->result;
}
