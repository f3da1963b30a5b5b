/* SPDX-License-Identifier: MIT */
/* TCP handles, for js/lib/net.js. Part of binding('stream'). */
#include <string.h>

#include "bind/stream.h"

/* newTcp(): a handle, or a negative error number. */
GY_FUNCTION(new_tcp) {
  gy_value native;
  gy_stream_wrap *wrap = gy_stream_new(js, &native);
  int err = uv_tcp_init(wrap->runtime->loop, &wrap->tcp);
  if (err != 0) {
    gy_stream_discard(wrap);
    return gy_number(js, err);
  }
  return native;
}

int gy_stream_address(gy_context js, gy_value ip, gy_value port, struct sockaddr_storage *to) {
  gy_text text;
  gy_text_get(js, ip, &text);
  int number = gy_to_int32(js, port);
  int err = strchr(text.data, ':') != NULL
                ? uv_ip6_addr(text.data, number, (struct sockaddr_in6 *)to)
                : uv_ip4_addr(text.data, number, (struct sockaddr_in *)to);
  gy_text_free(&text);
  return err;
}

/* tcpBind(native, ip, port, flags) */
GY_FUNCTION(tcp_bind) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  struct sockaddr_storage address;
  int err = wrap == NULL ? UV_EBADF : gy_stream_address(js, argv[1], argv[2], &address);
  if (err == 0) {
    err = uv_tcp_bind(&wrap->tcp, (struct sockaddr *)&address, gy_to_uint32(js, argv[3]));
  }
  return gy_number(js, err);
}

/* tcpConnect(native, req, ip, port) */
GY_FUNCTION(tcp_connect) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  struct sockaddr_storage address;
  int err = wrap == NULL ? UV_EBADF : gy_stream_address(js, argv[2], argv[3], &address);
  if (err != 0) {
    return gy_number(js, err);
  }
  gy_stream_req *req = gy_stream_req_new(js, argv[1]);
  err =
      uv_tcp_connect(&req->connect, &wrap->tcp, (struct sockaddr *)&address, gy_stream_on_connect);
  if (err != 0) {
    gy_stream_req_free(req);
  }
  return gy_number(js, err);
}

void gy_stream_set_address(gy_context js, gy_object object,
                           const struct sockaddr_storage *address) {
  char ip[64];
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
  if (object == NULL) {
    return; /* a handle that was called by hand: there is nothing to set */
  }
  uv_ip_name((const struct sockaddr *)address, ip, sizeof(ip));
  gy_set_string(js, object, "address", ip);
  gy_set_string(js, object, "family", address->ss_family == AF_INET6 ? "IPv6" : "IPv4");
  gy_set_number(js, object, "port", ntohs(six->sin6_port)); /* the same place in both families */
}

static gy_value name(gy_context js, gy_value native, gy_value out,
                     int (*get)(const uv_tcp_t *, struct sockaddr *, int *)) {
  gy_stream_wrap *wrap = gy_stream_of(js, native);
  struct sockaddr_storage address;
  int size = sizeof(address);
  int err = wrap == NULL ? UV_EBADF : get(&wrap->tcp, (struct sockaddr *)&address, &size);
  if (err == 0) {
    gy_stream_set_address(js, gy_as_object(js, out), &address);
  }
  return gy_number(js, err);
}

/* tcpSockName(native, object), tcpPeerName(native, object): sets address, family, port. */
GY_FUNCTION(sock_name) { return name(js, argv[0], argv[1], uv_tcp_getsockname); }

GY_FUNCTION(peer_name) { return name(js, argv[0], argv[1], uv_tcp_getpeername); }

/* tcpNoDelay(native, on) */
GY_FUNCTION(no_delay) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  return gy_number(js,
                   wrap == NULL ? UV_EBADF : uv_tcp_nodelay(&wrap->tcp, gy_to_bool(js, argv[1])));
}

/* tcpKeepAlive(native, on, seconds) */
GY_FUNCTION(keep_alive) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  return gy_number(
      js, uv_tcp_keepalive(&wrap->tcp, gy_to_bool(js, argv[1]), gy_to_uint32(js, argv[2])));
}

/* tcpOpen(native, fd) */
GY_FUNCTION(tcp_open) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  return gy_number(js, wrap == NULL ? UV_EBADF : uv_tcp_open(&wrap->tcp, gy_to_int32(js, argv[1])));
}

/* tcpReset(native, callback): closes it so that the other side sees a reset. */
GY_FUNCTION(reset) {
  gy_stream_wrap *wrap = gy_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  int err = gy_stream_reset(wrap);
  if (err == 0) {
    wrap->closing = gy_pin_new(js, argv[1]);
  }
  return gy_number(js, err);
}

void gy_bind_tcp_functions(gy_context js, gy_object binding) {
  static const gy_export exports[] = {
      {"newTcp", new_tcp},         {"tcpBind", tcp_bind},
      {"tcpConnect", tcp_connect}, {"tcpKeepAlive", keep_alive},
      {"tcpNoDelay", no_delay},    {"tcpOpen", tcp_open},
      {"tcpPeerName", peer_name},  {"tcpReset", reset},
      {"tcpSockName", sock_name},  {NULL, NULL},
  };
  gy_set_exports(js, binding, exports);
}
