/* SPDX-License-Identifier: MIT */
/* TCP handles, for js/lib/net.js. Part of binding('stream'). */
#include <string.h>

#include "bind/stream.h"

/* newTcp(): a handle, or a negative error number. */
GJ_FUNCTION(new_tcp) {
  gj_value native;
  gj_stream_wrap *wrap = gj_stream_new(js, &native);
  int err = uv_tcp_init(wrap->runtime->loop, &wrap->tcp);
  if (err != 0) {
    gj_stream_discard(wrap);
    return gj_number(js, err);
  }
  return native;
}

int gj_stream_address(gj_context js, gj_value ip, gj_value port, struct sockaddr_storage *to) {
  gj_text text;
  gj_text_get(js, ip, &text);
  int number = gj_to_int32(js, port);
  int err = strchr(text.data, ':') != NULL
                ? uv_ip6_addr(text.data, number, (struct sockaddr_in6 *)to)
                : uv_ip4_addr(text.data, number, (struct sockaddr_in *)to);
  gj_text_free(&text);
  return err;
}

/* tcpBind(native, ip, port, flags) */
GJ_FUNCTION(tcp_bind) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  struct sockaddr_storage address;
  int err = wrap == NULL ? UV_EBADF : gj_stream_address(js, argv[1], argv[2], &address);
  if (err == 0) {
    err = uv_tcp_bind(&wrap->tcp, (struct sockaddr *)&address, gj_to_uint32(js, argv[3]));
  }
  return gj_number(js, err);
}

/* tcpConnect(native, req, ip, port) */
GJ_FUNCTION(tcp_connect) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  struct sockaddr_storage address;
  int err = wrap == NULL ? UV_EBADF : gj_stream_address(js, argv[2], argv[3], &address);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_stream_req *req = gj_stream_req_new(js, argv[1]);
  err =
      uv_tcp_connect(&req->connect, &wrap->tcp, (struct sockaddr *)&address, gj_stream_on_connect);
  if (err != 0) {
    gj_stream_req_free(req);
  }
  return gj_number(js, err);
}

void gj_stream_set_address(gj_context js, gj_object object,
                           const struct sockaddr_storage *address) {
  char ip[64];
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
  if (object == NULL) {
    return; /* a handle that was called by hand: there is nothing to set */
  }
  uv_ip_name((const struct sockaddr *)address, ip, sizeof(ip));
  gj_set_string(js, object, "address", ip);
  gj_set_string(js, object, "family", address->ss_family == AF_INET6 ? "IPv6" : "IPv4");
  gj_set_number(js, object, "port", ntohs(six->sin6_port)); /* the same place in both families */
}

static gj_value name(gj_context js, gj_value native, gj_value out,
                     int (*get)(const uv_tcp_t *, struct sockaddr *, int *)) {
  gj_stream_wrap *wrap = gj_stream_of(js, native);
  struct sockaddr_storage address;
  int size = sizeof(address);
  int err = wrap == NULL ? UV_EBADF : get(&wrap->tcp, (struct sockaddr *)&address, &size);
  if (err == 0) {
    gj_stream_set_address(js, gj_as_object(js, out), &address);
  }
  return gj_number(js, err);
}

/* tcpSockName(native, object), tcpPeerName(native, object): sets address, family, port. */
GJ_FUNCTION(sock_name) { return name(js, argv[0], argv[1], uv_tcp_getsockname); }

GJ_FUNCTION(peer_name) { return name(js, argv[0], argv[1], uv_tcp_getpeername); }

/* tcpNoDelay(native, on) */
GJ_FUNCTION(no_delay) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  return gj_number(js,
                   wrap == NULL ? UV_EBADF : uv_tcp_nodelay(&wrap->tcp, gj_to_bool(js, argv[1])));
}

/* tcpKeepAlive(native, on, seconds) */
GJ_FUNCTION(keep_alive) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  return gj_number(
      js, uv_tcp_keepalive(&wrap->tcp, gj_to_bool(js, argv[1]), gj_to_uint32(js, argv[2])));
}

/* tcpOpen(native, fd) */
GJ_FUNCTION(tcp_open) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  return gj_number(js, wrap == NULL ? UV_EBADF : uv_tcp_open(&wrap->tcp, gj_to_int32(js, argv[1])));
}

/* tcpReset(native, callback): closes it so that the other side sees a reset. */
GJ_FUNCTION(reset) {
  gj_stream_wrap *wrap = gj_stream_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  int err = gj_stream_reset(wrap);
  if (err == 0) {
    wrap->closing = gj_pin_new(js, argv[1]);
  }
  return gj_number(js, err);
}

void gj_bind_tcp_functions(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"newTcp", new_tcp},         {"tcpBind", tcp_bind},
      {"tcpConnect", tcp_connect}, {"tcpKeepAlive", keep_alive},
      {"tcpNoDelay", no_delay},    {"tcpOpen", tcp_open},
      {"tcpPeerName", peer_name},  {"tcpReset", reset},
      {"tcpSockName", sock_name},  {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
}
