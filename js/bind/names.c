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
  gy_pin callback;
} gy_look_up;

static gy_look_up *start(gy_context js, gy_value callback, const char *type) {
  gy_look_up *look_up = gy_memory_new(sizeof(*look_up), "a request");
  look_up->callback = gy_pin_brief(js, gy_async_once(js, callback, type));
  return look_up;
}

static void finish(gy_look_up *look_up, size_t argc, const gy_value argv[]) {
  gy_enter(gy_runtime_self(), gy_pin_object(&look_up->callback), argc, argv);
  gy_pin_free(&look_up->callback);
  free(look_up);
}

static void on_addresses(uv_getaddrinfo_t *req, int status, struct addrinfo *list) {
  gy_context js = gy_runtime_self()->js;
  gy_object found = gy_array(js, 0, NULL);
  unsigned count = 0;
  for (struct addrinfo *one = list; status == 0 && one != NULL; one = one->ai_next) {
    char ip[64];
    if (uv_ip_name(one->ai_addr, ip, sizeof(ip)) == 0) {
      gy_set_index(js, found, count++, gy_string(js, ip));
    }
  }
  uv_freeaddrinfo(list);
  gy_value argv[] = {gy_number(js, status), found};
  finish((gy_look_up *)req, 2, argv);
}

/* addresses(name, family 0|4|6, flags, callback(status, [ip])): a negative error number, or 0. */
GY_FUNCTION(addresses) {
  int family = gy_to_int32(js, argv[1]);
  struct addrinfo hints = {
      .ai_socktype = SOCK_STREAM,
      .ai_family = family == 4   ? AF_INET
                   : family == 6 ? AF_INET6
                                 : AF_UNSPEC,
      .ai_flags = gy_to_int32(js, argv[2]),
  };
  gy_text name;
  gy_text_get(js, argv[0], &name);
  gy_look_up *look_up = start(js, argv[3], "GETADDRINFOREQWRAP");
  int err = uv_getaddrinfo(gy_runtime_self()->loop, &look_up->address, on_addresses, name.data,
                           NULL, &hints);
  gy_text_free(&name);
  if (err != 0) {
    gy_pin_free(&look_up->callback);
    free(look_up);
  }
  return gy_number(js, err);
}

static void on_name(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  gy_context js = gy_runtime_self()->js;
  gy_value argv[] = {
      gy_number(js, status),
      status == 0 ? gy_string(js, host) : gy_undefined(js),
      status == 0 ? gy_string(js, service) : gy_undefined(js),
  };
  finish((gy_look_up *)req, 3, argv);
}

/* service(ip, port, callback(status, host, service)) */
GY_FUNCTION(service_of) {
  struct sockaddr_storage address;
  gy_text ip;
  gy_text_get(js, argv[0], &ip);
  int port = gy_to_int32(js, argv[1]);
  int err = uv_ip4_addr(ip.data, port, (struct sockaddr_in *)&address);
  if (err != 0) {
    err = uv_ip6_addr(ip.data, port, (struct sockaddr_in6 *)&address);
  }
  gy_text_free(&ip);
  if (err != 0) {
    return gy_number(js, err);
  }
  gy_look_up *look_up = start(js, argv[2], "GETNAMEINFOREQWRAP");
  err = uv_getnameinfo(gy_runtime_self()->loop, &look_up->name, on_name,
                       (struct sockaddr *)&address, NI_NAMEREQD);
  if (err != 0) {
    gy_pin_free(&look_up->callback);
    free(look_up);
  }
  return gy_number(js, err);
}

gy_object gy_bind_names(gy_context js) {
  static const gy_export exports[] = {
      {"addresses", addresses},
      {"service", service_of},
      {NULL, NULL},
  };
  static const gy_constant constants[] = {
      {"ADDRCONFIG", AI_ADDRCONFIG},
      {"ALL", AI_ALL},
      {"V4MAPPED", AI_V4MAPPED},
      {NULL, 0},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_set_constants(js, binding, constants);
  return binding;
}
