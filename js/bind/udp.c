/* SPDX-License-Identifier: MIT */
/* UDP handles, for js/lib/internal/dgram/handle.js. What they have in common with streams (close,
 * ref, unref, fd) is in handle.c. The functions return negative error numbers. */
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "bind/stream.h"
#include "engine/memory.h"

typedef struct {
  uv_udp_send_t send;
  gj_pin bytes, callback;
  size_t size;
} gj_udp_send;

static gj_stream_wrap *wrap_of(gj_context js, gj_value native) { return gj_stream_of(js, native); }

/* make(): a handle, or a negative error number. */
GJ_FUNCTION(make) {
  gj_value native;
  gj_stream_wrap *wrap = gj_stream_new(js, &native);
  int err = uv_udp_init(wrap->runtime->loop, &wrap->udp);
  if (err != 0) {
    gj_stream_discard(wrap);
    return gj_number(js, err);
  }
  return native;
}

/* bind(native, ip, port, flags) */
GJ_FUNCTION(bind_to) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  struct sockaddr_storage address;
  int err = wrap == NULL ? UV_EBADF : gj_stream_address(js, argv[1], argv[2], &address);
  if (err == 0) {
    err = uv_udp_bind(&wrap->udp, (struct sockaddr *)&address, gj_to_uint32(js, argv[3]));
  }
  return gj_number(js, err);
}

/* open(native, fd) */
GJ_FUNCTION(open_fd) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  return gj_number(js, wrap == NULL ? UV_EBADF : uv_udp_open(&wrap->udp, gj_to_int32(js, argv[1])));
}

/* connect(native, ip, port); without ip, no longer. */
GJ_FUNCTION(connect_to) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  if (gj_is_undefined(js, argv[1])) {
    return gj_number(js, uv_udp_connect(&wrap->udp, NULL));
  }
  struct sockaddr_storage address;
  int err = gj_stream_address(js, argv[1], argv[2], &address);
  if (err == 0) {
    err = uv_udp_connect(&wrap->udp, (struct sockaddr *)&address);
  }
  return gj_number(js, err);
}

static void on_sent(uv_udp_send_t *req, int status) {
  gj_udp_send *send = (gj_udp_send *)req;
  gj_runtime *runtime = gj_runtime_self();
  if (gj_is_function(runtime->js, send->callback.value)) {
    gj_value argv[] = {gj_number(runtime->js, status), gj_number(runtime->js, (double)send->size)};
    gj_enter(runtime, gj_pin_object(&send->callback), 2, argv);
  }
  gj_pin_free(&send->callback);
  gj_pin_free(&send->bytes);
  free(send);
}

static int send_later(gj_context js, gj_stream_wrap *wrap, const gj_value argv[], uv_buf_t *bufs,
                      unsigned count, const struct sockaddr *to) {
  gj_udp_send *send = gj_memory_new(sizeof(*send), "a datagram");
  for (unsigned i = 0; i < count; i++) {
    send->size += bufs[i].len;
  }
  send->bytes = gj_pin_brief(js, argv[1]);
  send->callback = gj_pin_brief(js, gj_async_once(js, argv[4], "UDPSENDWRAP"));
  int err = uv_udp_send(&send->send, &wrap->udp, bufs, count, to, on_sent);
  if (err != 0) {
    gj_pin_free(&send->callback);
    gj_pin_free(&send->bytes);
    free(send);
  }
  return err;
}

/* send(native, [bytes], ip or undefined, port, callback(status, size) or undefined): the size + 1
 * if it is sent, 0 if it will be. */
GJ_FUNCTION(send_message) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  struct sockaddr_storage address;
  struct sockaddr *to = gj_is_undefined(js, argv[2]) ? NULL : (struct sockaddr *)&address;
  int err = wrap == NULL ? UV_EBADF : 0;
  if (err == 0 && to != NULL) {
    err = gj_stream_address(js, argv[2], argv[3], &address);
  }
  if (err != 0) {
    return gj_number(js, err);
  }
  uv_buf_t few[GJ_STREAM_FEW];
  unsigned count;
  uv_buf_t *bufs = gj_stream_bufs(js, argv[1], gj_bytes_get, few, &count);
  if (bufs == NULL) {
    return gj_number(js, UV_ENOMEM);
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
  return gj_number(js, sent);
}

/* Where it came from: [ip, family, port]. A link-local address names its interface. */
static void on_message(uv_udp_t *udp, ssize_t nread, const uv_buf_t *buf,
                       const struct sockaddr *from, GJ_UNUSED unsigned flags) {
  gj_stream_wrap *wrap = (gj_stream_wrap *)udp;
  gj_runtime *runtime = wrap->runtime;
  gj_context js = runtime->js;
  if (nread == 0 && from == NULL) {
    return; /* nothing more for now */
  }
  gj_value callback = gj_get(js, gj_pin_object(&wrap->owner), "deliver");
  if (nread < 0) {
    gj_value argv[] = {gj_number(js, (double)nread)};
    gj_enter(runtime, gj_as_object(js, callback), 1, argv);
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
  gj_value argv[] = {
      gj_number(js, (double)nread),
      gj_bytes_copy(js, buf->base, (size_t)nread),
      gj_string(js, ip),
      gj_string(js, is_six ? "IPv6" : "IPv4"),
      gj_number(js, ntohs(six->sin6_port)),
  };
  gj_enter(runtime, gj_as_object(js, callback), 5, argv);
}

GJ_FUNCTION(receive_start) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  int err = wrap == NULL ? UV_EBADF : uv_udp_recv_start(&wrap->udp, gj_stream_room, on_message);
  return gj_number(js, err == UV_EALREADY ? 0 : err);
}

GJ_FUNCTION(receive_stop) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  return gj_number(js, wrap == NULL ? UV_EBADF : uv_udp_recv_stop(&wrap->udp));
}

/* name(native, object, ofPeer): sets address, family, port. */
GJ_FUNCTION(name) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  struct sockaddr_storage address;
  int size = sizeof(address);
  int err = UV_EBADF;
  if (wrap != NULL) {
    err = gj_to_bool(js, argv[2])
              ? uv_udp_getpeername(&wrap->udp, (struct sockaddr *)&address, &size)
              : uv_udp_getsockname(&wrap->udp, (struct sockaddr *)&address, &size);
  }
  if (err == 0) {
    gj_stream_set_address(js, gj_as_object(js, argv[1]), &address);
  }
  return gj_number(js, err);
}

static gj_value set(gj_context js, const gj_value argv[], int (*setter)(uv_udp_t *, int)) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  return gj_number(js, wrap == NULL ? UV_EBADF : setter(&wrap->udp, gj_to_int32(js, argv[1])));
}

GJ_FUNCTION(set_broadcast) { return set(js, argv, uv_udp_set_broadcast); }

GJ_FUNCTION(set_ttl) { return set(js, argv, uv_udp_set_ttl); }

GJ_FUNCTION(set_multicast_ttl) { return set(js, argv, uv_udp_set_multicast_ttl); }

GJ_FUNCTION(set_multicast_loopback) { return set(js, argv, uv_udp_set_multicast_loop); }

/* setMulticastInterface(native, ip) */
GJ_FUNCTION(set_multicast_interface) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  gj_text ip;
  gj_text_get(js, argv[1], &ip);
  int err = wrap == NULL ? UV_EBADF : uv_udp_set_multicast_interface(&wrap->udp, ip.data);
  gj_text_free(&ip);
  return gj_number(js, err);
}

/* membership(native, group, interface or undefined, source or undefined, join) */
GJ_FUNCTION(membership) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, UV_EBADF);
  }
  uv_membership change = gj_to_bool(js, argv[4]) ? UV_JOIN_GROUP : UV_LEAVE_GROUP;
  gj_text group, interface, source;
  gj_text_get(js, argv[1], &group);
  gj_text_get(js, argv[2], &interface);
  gj_text_get(js, argv[3], &source);
  const char *on = gj_is_nullish(js, argv[2]) ? NULL : interface.data;
  int err = gj_is_undefined(js, argv[3])
                ? uv_udp_set_membership(&wrap->udp, group.data, on, change)
                : uv_udp_set_source_membership(&wrap->udp, group.data, on, source.data, change);
  gj_text_free(&source);
  gj_text_free(&interface);
  gj_text_free(&group);
  return gj_number(js, err);
}

/* bufferSize(native, size or 0 to ask for it, ofReceive): the size. */
GJ_FUNCTION(buffer_size) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  int size = gj_to_int32(js, argv[1]);
  int err = UV_EBADF;
  if (wrap != NULL) {
    err = gj_to_bool(js, argv[2]) ? uv_recv_buffer_size(&wrap->handle, &size)
                                  : uv_send_buffer_size(&wrap->handle, &size);
  }
  return gj_number(js, err == 0 ? size : err);
}

/* queue(native, count): how many messages wait to be sent, or how many bytes. */
GJ_FUNCTION(queue) {
  gj_stream_wrap *wrap = wrap_of(js, argv[0]);
  if (wrap == NULL) {
    return gj_number(js, 0);
  }
  return gj_number(js, gj_to_bool(js, argv[1]) ? (double)uv_udp_get_send_queue_count(&wrap->udp)
                                               : (double)uv_udp_get_send_queue_size(&wrap->udp));
}

gj_object gj_bind_udp(gj_context js) {
  static const gj_export exports[] = {
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
  static const gj_constant constants[] = {
      {"IPV6ONLY", UV_UDP_IPV6ONLY},
      {"REUSEADDR", UV_UDP_REUSEADDR},
      {"REUSEPORT", UV_UDP_REUSEPORT},
      {NULL, 0},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_constants(js, binding, constants);
  return binding;
}
