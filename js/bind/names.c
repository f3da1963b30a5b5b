/* SPDX-License-Identifier: MIT */
/* Names and addresses by the C library, for js/lib/dns.js. */
#include <netdb.h>
#include <stdlib.h>

#include "engine/memory.h"
#include "runtime/runtime.h"

typedef struct {
  union {
    uv_getaddrinfo_t address;
    uv_getnameinfo_t name;
  };
  gj_pin callback;
} gj_look_up;

static gj_look_up *start(gj_context js, gj_value callback, const char *type) {
  gj_look_up *look_up = gj_memory_new(sizeof(*look_up), "a request");
  look_up->callback = gj_pin_brief(js, gj_async_once(js, callback, type));
  return look_up;
}

static void finish(gj_look_up *look_up, size_t argc, const gj_value argv[]) {
  gj_enter(gj_runtime_self(), gj_pin_object(&look_up->callback), argc, argv);
  gj_pin_free(&look_up->callback);
  free(look_up);
}

static void on_addresses(uv_getaddrinfo_t *req, int status, struct addrinfo *list) {
  gj_context js = gj_runtime_self()->js;
  gj_object found = gj_array(js, 0, NULL);
  unsigned count = 0;
  for (struct addrinfo *one = list; status == 0 && one != NULL; one = one->ai_next) {
    char ip[64];
    if (uv_ip_name(one->ai_addr, ip, sizeof(ip)) == 0) {
      gj_set_index(js, found, count++, gj_string(js, ip));
    }
  }
  uv_freeaddrinfo(list);
  gj_value argv[] = {gj_number(js, status), found};
  finish((gj_look_up *)req, 2, argv);
}

/* addresses(name, family 0|4|6, flags, callback(status, [ip])): a negative error number, or 0. */
GJ_FUNCTION(addresses) {
  int family = gj_to_int32(js, argv[1]);
  struct addrinfo hints = {
      .ai_socktype = SOCK_STREAM,
      .ai_family = family == 4   ? AF_INET
                   : family == 6 ? AF_INET6
                                 : AF_UNSPEC,
      .ai_flags = gj_to_int32(js, argv[2]),
  };
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gj_look_up *look_up = start(js, argv[3], "GETADDRINFOREQWRAP");
  int err = uv_getaddrinfo(gj_runtime_self()->loop, &look_up->address, on_addresses, name.data,
                           NULL, &hints);
  gj_text_free(&name);
  if (err != 0) {
    gj_pin_free(&look_up->callback);
    free(look_up);
  }
  return gj_number(js, err);
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  gj_context js = gj_runtime_self()->js;
  gj_value argv[] = {
      gj_number(js, status),
      status == 0 ? gj_string(js, host) : gj_undefined(js),
      status == 0 ? gj_string(js, service) : gj_undefined(js),
  };
  finish((gj_look_up *)req, 3, argv);
}

/* service(ip, port, callback(status, host, service)) */
GJ_FUNCTION(service_of) {
  struct sockaddr_storage address;
  gj_text ip;
  gj_text_get(js, argv[0], &ip);
  int port = gj_to_int32(js, argv[1]);
  int err = uv_ip4_addr(ip.data, port, (struct sockaddr_in *)&address);
  if (err != 0) {
    err = uv_ip6_addr(ip.data, port, (struct sockaddr_in6 *)&address);
  }
  gj_text_free(&ip);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_look_up *look_up = start(js, argv[2], "GETNAMEINFOREQWRAP");
  err = uv_getnameinfo(gj_runtime_self()->loop, &look_up->name, on_name,
                       (struct sockaddr *)&address, NI_NAMEREQD);
  if (err != 0) {
    gj_pin_free(&look_up->callback);
    free(look_up);
  }
  return gj_number(js, err);
}

gj_object gj_bind_names(gj_context js) {
  static const gj_export exports[] = {
      {"addresses", addresses},
      {"service", service_of},
      {NULL, NULL},
  };
  static const gj_constant constants[] = {
      {"ADDRCONFIG", AI_ADDRCONFIG},
      {"ALL", AI_ALL},
      {"V4MAPPED", AI_V4MAPPED},
      {NULL, 0},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_constants(js, binding, constants);
  return binding;
}
