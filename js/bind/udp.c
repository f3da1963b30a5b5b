/* SPDX-License-Identifier: MIT */
/* UDP handles, for js/lib/internal/dgram/handle.js. What they have in common with streams (close,
 * ref, unref, fd) is in stream.c. The functions return negative error numbers. */
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "bind/stream.h"
#include "engine/memory.h"

typedef struct {
  uv_udp_send_t send;
  gy_pin bytes, callback;
  size_t size;
} gy_udp_send;

static gy_stream_wrap *wrap_of(gy_context js, gy_value native) { return gy_stream_of(js, native); }

/* make(): a handle, or a negative error number. */
GY_FUNCTION(make) {
  gy_value native;
  gy_stream_wrap *wrap = gy_stream_new(js, &native);
  int err = uv_udp_init(wrap->runtime->loop, &wrap->udp);
  if (err != 0) {
    gy_stream_discard(wrap);
    return gy_number(js, err);
  }
  return native;
}

/* bind(native, ip, port, flags) */
GY_FUNCTION(bind_to) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  struct sockaddr_storage address;
  int err = wrap == NULL ? UV_EBADF : gy_stream_address(js, argv[1], argv[2], &address);
  if (err == 0) {
    err = uv_udp_bind(&wrap->udp, (struct sockaddr *)&address, gy_to_uint32(js, argv[3]));
  }
  return gy_number(js, err);
}

/* open(native, fd) */
GY_FUNCTION(open_fd) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  return gy_number(js, wrap == NULL ? UV_EBADF : uv_udp_open(&wrap->udp, gy_to_int32(js, argv[1])));
}

/* connect(native, ip, port); without ip, no longer. */
GY_FUNCTION(connect_to) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  if (gy_is_undefined(js, argv[1])) {
    return gy_number(js, uv_udp_connect(&wrap->udp, NULL));
  }
  struct sockaddr_storage address;
  int err = gy_stream_address(js, argv[1], argv[2], &address);
  if (err == 0) {
    err = uv_udp_connect(&wrap->udp, (struct sockaddr *)&address);
  }
  return gy_number(js, err);
}

static void on_sent(uv_udp_send_t *req, int status) {
  gy_udp_send *send = (gy_udp_send *)req;
  gy_runtime *runtime = gy_runtime_self();
  if (gy_is_function(runtime->js, send->callback.value)) {
    gy_value argv[] = {gy_number(runtime->js, status), gy_number(runtime->js, (double)send->size)};
    gy_enter(runtime, gy_pin_object(&send->callback), 2, argv);
  }
  gy_pin_free(&send->callback);
  gy_pin_free(&send->bytes);
  free(send);
}

static int send_later(gy_context js, gy_stream_wrap *wrap, const gy_value argv[], uv_buf_t *bufs,
                      unsigned count, const struct sockaddr *to) {
  gy_udp_send *send = gy_memory_new(sizeof(*send), "a datagram");
  for (unsigned i = 0; i < count; i++) {
    send->size += bufs[i].len;
  }
  send->bytes = gy_pin_brief(js, argv[1]);
  send->callback = gy_pin_brief(js, gy_async_once(js, argv[4], "UDPSENDWRAP"));
  int err = uv_udp_send(&send->send, &wrap->udp, bufs, count, to, on_sent);
  if (err != 0) {
    gy_pin_free(&send->callback);
    gy_pin_free(&send->bytes);
    free(send);
  }
  return err;
}

/* send(native, [bytes], ip or undefined, port, callback(status, size) or undefined): the size + 1
 * if it is sent, 0 if it will be. */
GY_FUNCTION(send_message) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  struct sockaddr_storage address;
  struct sockaddr *to = gy_is_undefined(js, argv[2]) ? NULL : (struct sockaddr *)&address;
  int err = wrap == NULL ? UV_EBADF : 0;
  if (err == 0 && to != NULL) {
    err = gy_stream_address(js, argv[2], argv[3], &address);
  }
  if (err != 0) {
    return gy_number(js, err);
  }
  uv_buf_t few[GY_STREAM_FEW];
  unsigned count;
  uv_buf_t *bufs = gy_stream_bufs(js, argv[1], gy_bytes_get, few, &count);
  if (bufs == NULL) {
    return gy_number(js, UV_ENOMEM);
  }
  int sent = uv_udp_get_send_queue_count(&wrap->udp) == 0
                 ? uv_udp_try_send(&wrap->udp, bufs, count, to)
                 : UV_EAGAIN;
  if (sent == UV_EAGAIN || sent == UV_ENOSYS) {
    sent = send_later(js, wrap, argv, bufs, count, to);
  } else if (sent >= 0) {
    sent++;
  }
  if (bufs != few) {
    free(bufs);
  }
  return gy_number(js, sent);
}

/* Where it came from: [ip, family, port]. A link-local address names its interface. */
static void on_message(uv_udp_t *udp, ssize_t nread, const uv_buf_t *buf,
                       const struct sockaddr *from, GY_UNUSED unsigned flags) {
  gy_stream_wrap *wrap = (gy_stream_wrap *)udp;
  gy_runtime *runtime = wrap->runtime;
  gy_context js = runtime->js;
  if (nread == 0 && from == NULL) {
    return; /* nothing more for now */
  }
  gy_value callback = gy_get(js, gy_pin_object(&wrap->owner), "deliver");
  if (nread < 0) {
    gy_value argv[] = {gy_number(js, (double)nread)};
    gy_enter(runtime, gy_as_object(js, callback), 1, argv);
    return;
  }
  char ip[64 + IF_NAMESIZE];
  const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)from;
  bool is_six = from->sa_family == AF_INET6;
  uv_ip_name(from, ip, 64);
  if (is_six && six->sin6_scope_id > 0) {
    char interface[IF_NAMESIZE];
    size_t room = sizeof(interface);
    if (uv_if_indextoiid(six->sin6_scope_id, interface, &room) == 0) {
      strcat(strcat(ip, "%"), interface);
    }
  }
  gy_value argv[] = {
      gy_number(js, (double)nread),
      gy_bytes_copy(js, buf->base, (size_t)nread),
      gy_string(js, ip),
      gy_string(js, is_six ? "IPv6" : "IPv4"),
      gy_number(js, ntohs(six->sin6_port)),
  };
  gy_enter(runtime, gy_as_object(js, callback), 5, argv);
}

GY_FUNCTION(receive_start) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  int err = wrap == NULL ? UV_EBADF : uv_udp_recv_start(&wrap->udp, gy_stream_room, on_message);
  return gy_number(js, err == UV_EALREADY ? 0 : err);
}

GY_FUNCTION(receive_stop) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  return gy_number(js, wrap == NULL ? UV_EBADF : uv_udp_recv_stop(&wrap->udp));
}

/* name(native, object, ofPeer): sets address, family, port. */
GY_FUNCTION(name) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  struct sockaddr_storage address;
  int size = sizeof(address);
  int err = UV_EBADF;
  if (wrap != NULL) {
    err = gy_to_bool(js, argv[2])
              ? uv_udp_getpeername(&wrap->udp, (struct sockaddr *)&address, &size)
              : uv_udp_getsockname(&wrap->udp, (struct sockaddr *)&address, &size);
  }
  if (err == 0) {
    gy_stream_set_address(js, gy_as_object(js, argv[1]), &address);
  }
  return gy_number(js, err);
}

static gy_value set(gy_context js, const gy_value argv[], int (*setter)(uv_udp_t *, int)) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  return gy_number(js, wrap == NULL ? UV_EBADF : setter(&wrap->udp, gy_to_int32(js, argv[1])));
}

GY_FUNCTION(set_broadcast) { return set(js, argv, uv_udp_set_broadcast); }

GY_FUNCTION(set_ttl) { return set(js, argv, uv_udp_set_ttl); }

GY_FUNCTION(set_multicast_ttl) { return set(js, argv, uv_udp_set_multicast_ttl); }

GY_FUNCTION(set_multicast_loopback) { return set(js, argv, uv_udp_set_multicast_loop); }

/* setMulticastInterface(native, ip) */
GY_FUNCTION(set_multicast_interface) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  gy_text ip;
  gy_text_get(js, argv[1], &ip);
  int err = wrap == NULL ? UV_EBADF : uv_udp_set_multicast_interface(&wrap->udp, ip.data);
  gy_text_free(&ip);
  return gy_number(js, err);
}

/* membership(native, group, interface or undefined, source or undefined, join) */
GY_FUNCTION(membership) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, UV_EBADF);
  }
  uv_membership change = gy_to_bool(js, argv[4]) ? UV_JOIN_GROUP : UV_LEAVE_GROUP;
  gy_text group, interface, source;
  gy_text_get(js, argv[1], &group);
  gy_text_get(js, argv[2], &interface);
  gy_text_get(js, argv[3], &source);
  const char *on = gy_is_nullish(js, argv[2]) ? NULL : interface.data;
  int err = gy_is_undefined(js, argv[3])
                ? uv_udp_set_membership(&wrap->udp, group.data, on, change)
                : uv_udp_set_source_membership(&wrap->udp, group.data, on, source.data, change);
  gy_text_free(&source);
  gy_text_free(&interface);
  gy_text_free(&group);
  return gy_number(js, err);
}

/* bufferSize(native, size or 0 to ask for it, ofReceive): the size. */
GY_FUNCTION(buffer_size) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  int size = gy_to_int32(js, argv[1]);
  int err = UV_EBADF;
  if (wrap != NULL) {
    err = gy_to_bool(js, argv[2]) ? uv_recv_buffer_size(&wrap->handle, &size)
                                  : uv_send_buffer_size(&wrap->handle, &size);
  }
  return gy_number(js, err == 0 ? size : err);
}

/* queue(native, count): how many messages wait to be sent, or how many bytes. */
GY_FUNCTION(queue) {
  gy_stream_wrap *wrap = wrap_of(js, argv[0]);
  if (wrap == NULL) {
    return gy_number(js, 0);
  }
  return gy_number(js, gy_to_bool(js, argv[1]) ? (double)uv_udp_get_send_queue_count(&wrap->udp)
                                               : (double)uv_udp_get_send_queue_size(&wrap->udp));
}

gy_object gy_bind_udp(gy_context js) {
  static const gy_export exports[] = {
      {"make", make},
      {"bind", bind_to},
      {"open", open_fd},
      {"connect", connect_to},
      {"send", send_message},
      {"receiveStart", receive_start},
      {"receiveStop", receive_stop},
      {"name", name},
      {"setBroadcast", set_broadcast},
      {"setTTL", set_ttl},
      {"setMulticastTTL", set_multicast_ttl},
      {"setMulticastLoopback", set_multicast_loopback},
      {"setMulticastInterface", set_multicast_interface},
      {"membership", membership},
      {"bufferSize", buffer_size},
      {"queue", queue},
      {NULL, NULL},
  };
  static const gy_constant constants[] = {
      {"IPV6ONLY", UV_UDP_IPV6ONLY},
      {"REUSEADDR", UV_UDP_REUSEADDR},
      {"REUSEPORT", UV_UDP_REUSEPORT},
      {NULL, 0},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_set_constants(js, binding, constants);
  return binding;
}
