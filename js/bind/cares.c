/* SPDX-License-Identifier: MIT */
/* Queries to name servers with c-ares, for js/lib/internal/dns/resolver.js, which parses the
 * answers. The library is opened at first use. The loop polls its sockets. Answers wait in a list
 * until c-ares has returned, because it must not be called from within its callbacks. */
#include <ares.h>
#include <netdb.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "engine/library.h"
#include "engine/memory.h"
#include "runtime/runtime.h"

/* Newer versions have replaced functions for bytes and lists by functions for records and text. */
#define GIVES_RECORDS (ARES_VERSION >= 0x011c00)

#if GIVES_RECORDS
#define ARES_OF_RELEASE(F) \
  F(ares_dns_write)        \
  F(ares_free_string)      \
  F(ares_get_servers_csv)  \
  F(ares_query_dnsrec)
#else
#define ARES_OF_RELEASE(F)  \
  F(ares_free_data)         \
  F(ares_get_servers_ports) \
  F(ares_query)             \
  F(ares_set_servers_ports)
#endif

#define ARES(F)         \
  ARES_OF_RELEASE(F)    \
  F(ares_cancel)        \
  F(ares_destroy)       \
  F(ares_gethostbyaddr) \
  F(ares_init_options)  \
  F(ares_library_init)  \
  F(ares_process_fd)    \
  F(ares_set_local_ip4) \
  F(ares_set_local_ip6) \
  F(ares_set_servers_ports_csv)

/* process: filled once, under a lock */
static struct { ARES(GJ_LIBRARY_POINTER) } ares;

typedef struct gj_question gj_question;
typedef struct gj_socket gj_socket;

/* Queries in progress pin their resolver. Its timer and sockets are not handles of handle.h:
 * JavaScript never has them. The loop has their memory until they are closed, and the resolver may
 * be gone by then. */
typedef struct gj_resolver {
  struct gj_resolver *next, **home; /* of the thread */
  ares_channel channel;
  gj_socket *sockets;
  uv_timer_t *timer; /* while there are sockets: it is time for c-ares to look at its own */
  gj_question *answered, **answered_end;
  gj_later later;    /* to tell of what is answered */
  unsigned every_ms; /* how often */
  int asked;         /* questions without an answer yet */
} gj_resolver;

struct gj_socket {
  uv_poll_t poll;
  bool watched; /* false: the loop cannot, and what is asked there times out */
  gj_resolver *resolver;
  ares_socket_t fd;
  gj_socket *next;
};

struct gj_question {
  gj_question *next;
  gj_resolver *resolver;
  gj_pin self, callback;
  int status;
  uint8_t *bytes; /* of the answer, or names with a NUL behind each */
  size_t size;
};

/* Passes answers to JavaScript. */
static void deliver(gj_resolver *resolver) {
  gj_runtime *runtime = gj_runtime_self();
  while (resolver->answered != NULL) {
    gj_question *question = resolver->answered;
    resolver->answered = question->next;
    if (resolver->answered == NULL) {
      resolver->answered_end = &resolver->answered;
    }
    gj_value argv[] = {
        gj_number(runtime->js, question->status),
        gj_bytes_copy(runtime->js, question->bytes, question->size),
    };
    gj_pin self = question->self, callback = question->callback;
    free(question->bytes);
    free(question);
    gj_enter(runtime, gj_pin_object(&callback), 2, argv);
    gj_pin_free(&callback);
    gj_pin_free(&self);
    if (resolver->answered == NULL) {
      return; /* nobody may hold the resolver any more */
    }
  }
}

static void answer(gj_question *question, int status, const void *bytes, size_t size) {
  gj_resolver *resolver = question->resolver;
  question->status = status;
  if (status == ARES_SUCCESS && size > 0) {
    question->bytes = gj_memory_room(size);
    if (question->bytes == NULL) {
      question->status = ARES_ENOMEM;
    } else {
      memcpy(question->bytes, bytes, size);
      question->size = size;
    }
  }
  *resolver->answered_end = question;
  resolver->answered_end = &question->next;
  resolver->asked--;
}

static void on_free(uv_handle_t *handle) { free(handle); }

static void on_later(gj_later *later) {
  deliver((gj_resolver *)((char *)later - offsetof(gj_resolver, later)));
}

/* After a call from JavaScript: immediate answers are delivered later. */
static void deliver_later(gj_resolver *resolver) {
  if (resolver->answered != NULL) {
    gj_later_once(&resolver->later, resolver->answered->self.value, on_later);
  }
}

static void on_time(uv_timer_t *timer) {
  gj_resolver *resolver = timer->data;
  ares.ares_process_fd(resolver->channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
  deliver(resolver);
}

static void on_ready(uv_poll_t *poll, int status, int events) {
  gj_socket *socket = (gj_socket *)poll;
  gj_resolver *resolver = socket->resolver;
  int seen = status < 0 ? UV_READABLE | UV_WRITABLE : events;
  ares_socket_t fd = socket->fd;
  ares.ares_process_fd(resolver->channel, (seen & UV_READABLE) != 0 ? fd : ARES_SOCKET_BAD,
                       (seen & UV_WRITABLE) != 0 ? fd : ARES_SOCKET_BAD);
  deliver(resolver);
}

static void socket_gone(gj_resolver *resolver, gj_socket **at) {
  gj_socket *socket = *at;
  *at = socket->next;
  if (socket->watched) {
    uv_close((uv_handle_t *)&socket->poll, on_free);
  } else {
    free(socket);
  }
  if (resolver->sockets == NULL && resolver->timer != NULL) {
    uv_close((uv_handle_t *)resolver->timer, on_free);
    resolver->timer = NULL;
  }
}

static gj_socket *socket_new(gj_resolver *resolver, ares_socket_t fd) {
  uv_loop_t *loop = gj_runtime_self()->loop;
  gj_socket *socket = gj_memory_new(sizeof(*socket), "a socket");
  socket->watched = uv_poll_init(loop, &socket->poll, fd) == 0;
  socket->resolver = resolver;
  socket->fd = fd;
  socket->next = resolver->sockets;
  resolver->sockets = socket;
  if (resolver->timer == NULL) {
    resolver->timer = gj_memory_new(sizeof(*resolver->timer), "a timer");
    uv_timer_init(loop, resolver->timer);
    resolver->timer->data = resolver;
    uv_timer_start(resolver->timer, on_time, resolver->every_ms, resolver->every_ms);
  }
  return socket;
}

/* c-ares wants a socket to be watched, or no longer. */
static void on_socket(void *data, ares_socket_t fd, int readable, int writable) {
  gj_resolver *resolver = data;
  gj_socket **at = &resolver->sockets;
  while (*at != NULL && (*at)->fd != fd) {
    at = &(*at)->next;
  }
  if (!readable && !writable) {
    if (*at != NULL) {
      socket_gone(resolver, at);
    }
    return;
  }
  gj_socket *socket = *at != NULL ? *at : socket_new(resolver, fd);
  if (socket->watched) { /* else its questions time out */
    (void)uv_poll_start(&socket->poll, (readable ? UV_READABLE : 0) | (writable ? UV_WRITABLE : 0),
                        on_ready);
  }
}

static _Thread_local gj_resolver *resolvers;
static pthread_mutex_t resolvers_lock = PTHREAD_MUTEX_INITIALIZER; /* finalizers: any thread */

/* The thread ends, and with it its queries. */
static void stop_all(void) {
  for (gj_resolver *resolver = resolvers; resolver != NULL; resolver = resolver->next) {
    if (resolver->channel != NULL) {
      ares.ares_destroy(resolver->channel);
      resolver->channel = NULL;
      deliver(resolver);
    }
  }
}

static void enlist(gj_resolver *resolver) {
  static _Thread_local bool is_set;
  if (!is_set) {
    is_set = true;
    gj_runtime_at_stop(stop_all);
  }
  pthread_mutex_lock(&resolvers_lock);
  resolver->home = &resolvers;
  resolver->next = resolvers;
  resolvers = resolver;
  pthread_mutex_unlock(&resolvers_lock);
}

static void strike_off(gj_resolver *resolver) {
  pthread_mutex_lock(&resolvers_lock);
  gj_resolver **at = resolver->home;
  while (*at != resolver) {
    at = &(*at)->next;
  }
  *at = resolver->next;
  pthread_mutex_unlock(&resolvers_lock);
}

/* The engine's finalizer. There are no queries then, and so no sockets. */
static void resolver_free(void *memory) {
  gj_resolver *resolver = memory;
  strike_off(resolver);
  if (resolver->channel != NULL) {
    ares.ares_destroy(resolver->channel);
  }
  free(resolver);
}

static bool ares_works; /* process: by pthread_once */

static void start_ares(void) {
  ares_works = ares.ares_library_init(ARES_LIB_INIT_ALL) == ARES_SUCCESS;
}

/* make(timeout or -1, tries): a resolver, or a text that says why there is none. */
GJ_FUNCTION(make) {
  static const char *const names[] = {ARES(GJ_LIBRARY_NAME) NULL};
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  static gj_class place;
  const char *problem = gj_library_open("libcares.so.2", names, &ares);
  if (problem != NULL) {
    return gj_string(js, problem);
  }
  pthread_once(&once, start_ares);
  if (!ares_works) {
    return gj_string(js, "c-ares does not start");
  }
  gj_class class = gj_class_made(&place, "Resolver", resolver_free);
  gj_resolver *resolver = gj_memory_new(sizeof(*resolver), "a resolver");
  resolver->answered_end = &resolver->answered;
  struct ares_options options = {
      .flags = ARES_FLAG_NOCHECKRESP,
      .sock_state_cb = on_socket,
      .sock_state_cb_data = resolver,
      .timeout = gj_to_int32(js, argv[0]),
      .tries = gj_to_int32(js, argv[1]),
  };
  int mask = ARES_OPT_FLAGS | ARES_OPT_SOCK_STATE_CB | ARES_OPT_TRIES;
  if (options.timeout >= 0) {
    mask |= ARES_OPT_TIMEOUTMS;
  }
  resolver->every_ms = options.timeout < 0 || options.timeout > 1000 ? 1000
                       : options.timeout == 0                        ? 1
                                                                     : options.timeout;
  enlist(resolver);
  gj_object object = gj_class_object(js, class, resolver);
  if (ares.ares_init_options(&resolver->channel, &options, mask) != ARES_SUCCESS) {
    resolver->channel = NULL;
    return gj_string(js, "c-ares cannot make a channel");
  }
  return object;
}

static gj_question *ask(gj_context js, gj_value self, gj_value callback) {
  gj_question *question = gj_memory_new(sizeof(*question), "a question");
  question->resolver = gj_class_memory((gj_object)self);
  question->resolver->asked++;
  question->self = gj_pin_new(js, self);
  question->callback = gj_pin_new(js, gj_async_once(js, callback, "QUERYWRAP"));
  return question;
}

/* A DNS query, in the form that this version of c-ares takes. */
#if GIVES_RECORDS
static void on_answer(void *arg, ares_status_t status, GJ_UNUSED size_t timeouts,
                      const ares_dns_record_t *record) {
  unsigned char *bytes = NULL;
  size_t size = 0;
  if (status == ARES_SUCCESS) {
    status = ares.ares_dns_write(record, &bytes, &size);
  }
  answer(arg, (int)status, bytes, size);
  ares.ares_free_string(bytes);
}

static void send_query(gj_resolver *resolver, const char *name, int type, gj_question *question) {
  ares.ares_query_dnsrec(resolver->channel, name, ARES_CLASS_IN, (ares_dns_rec_type_t)type,
                         on_answer, question, NULL);
}
#else
static void on_answer(void *arg, int status, GJ_UNUSED int timeouts, unsigned char *bytes,
                      int size) {
  answer(arg, status, bytes, bytes == NULL ? 0 : (size_t)size);
}

static void send_query(gj_resolver *resolver, const char *name, int type, gj_question *question) {
  enum { INTERNET = 1 };
  ares.ares_query(resolver->channel, name, INTERNET, type, on_answer, question);
}
#endif

/* query(resolver, name, type, callback(status, message)) */
GJ_FUNCTION(query) {
  gj_question *question = ask(js, argv[0], argv[3]);
  gj_resolver *resolver = question->resolver;
  gj_text name;
  gj_text_get(js, argv[1], &name);
  send_query(resolver, name.data, gj_to_int32(js, argv[2]), question);
  gj_text_free(&name);
  deliver_later(resolver);
  return gj_undefined(js);
}

static void on_host(void *arg, int status, GJ_UNUSED int timeouts, struct hostent *host) {
  char names[4096];
  size_t size = 0;
  bool found = status == ARES_SUCCESS && host != NULL;
  /* A name server's names are all aliases; the first name of a file is not. */
  char *only[] = {found ? host->h_name : NULL, NULL};
  char **list =
      found && host->h_aliases != NULL && host->h_aliases[0] != NULL ? host->h_aliases : only;
  for (; *list != NULL; list++) {
    size_t more = strlen(*list) + 1;
    if (size + more <= sizeof(names)) {
      memcpy(names + size, *list, more);
      size += more;
    }
  }
  answer(arg, status, names, size);
}

/* reverse(resolver, ip, callback(status, names)): false if it is not an address. */
GJ_FUNCTION(reverse) {
  uint8_t address[16];
  gj_text ip;
  gj_text_get(js, argv[1], &ip);
  int family = uv_inet_pton(AF_INET, ip.data, address) == 0    ? AF_INET
               : uv_inet_pton(AF_INET6, ip.data, address) == 0 ? AF_INET6
                                                               : 0;
  gj_text_free(&ip);
  if (family == 0) {
    return gj_bool(js, false);
  }
  gj_question *question = ask(js, argv[0], argv[2]);
  gj_resolver *resolver = question->resolver;
  ares.ares_gethostbyaddr(resolver->channel, address, family == AF_INET ? 4 : 16, family, on_host,
                          question);
  deliver_later(resolver);
  return gj_bool(js, true);
}

/* cancel(resolver): all queries end with ECANCELLED. */
GJ_FUNCTION(cancel) {
  gj_resolver *resolver = gj_class_memory((gj_object)argv[0]);
  ares.ares_cancel(resolver->channel);
  deliver_later(resolver);
  return gj_undefined(js);
}

typedef struct {
  gj_context js;
  gj_object array;
  unsigned count;
} gj_server_list;

static void add_server(gj_server_list *list, const char *ip, int port) {
  gj_set_index(list->js, list->array, list->count++, gj_string(list->js, ip));
  gj_set_index(list->js, list->array, list->count++, gj_number(list->js, port));
}

#if GIVES_RECORDS
/* "ip:port" or "[ip%interface]:port", after "dns://" if the ports of UDP and TCP differ. */
static void add_server_text(gj_server_list *list, char *text) {
  static const char scheme[] = "dns://";
  if (strncmp(text, scheme, sizeof(scheme) - 1) == 0) {
    text += sizeof(scheme) - 1;
  }
  char *port = strrchr(text, ':');
  char *end = text[0] == '[' ? strchr(text, ']') : port;
  if (port == NULL || end == NULL) {
    return;
  }
  *end = 0;
  text += text[0] == '[';
  text[strcspn(text, "%")] = 0;
  add_server(list, text, atoi(port + 1));
}

static void list_servers(gj_resolver *resolver, gj_server_list *list) {
  char *all = ares.ares_get_servers_csv(resolver->channel);
  char *rest = all;
  for (char *text; rest != NULL && (text = strsep(&rest, ",")) != NULL;) {
    add_server_text(list, text);
  }
  ares.ares_free_string(all);
}

static int no_servers(gj_resolver *resolver) {
  return ares.ares_set_servers_ports_csv(resolver->channel, "");
}
#else
static int no_servers(gj_resolver *resolver) { /* an empty text changes nothing */
  return ares.ares_set_servers_ports(resolver->channel, NULL);
}

static void list_servers(gj_resolver *resolver, gj_server_list *list) {
  struct ares_addr_port_node *first = NULL;
  ares.ares_get_servers_ports(resolver->channel, &first);
  for (struct ares_addr_port_node *one = first; one != NULL; one = one->next) {
    char ip[64];
    uv_inet_ntop(one->family, &one->addr, ip, sizeof(ip));
    add_server(list, ip, one->udp_port);
  }
  if (first != NULL) {
    ares.ares_free_data(first);
  }
}
#endif

/* servers(resolver): [ip, port, ip, port...] */
GJ_FUNCTION(servers) {
  gj_server_list list = {js, gj_array(js, 0, NULL), 0};
  list_servers(gj_class_memory((gj_object)argv[0]), &list);
  return list.array;
}

/* setServers(resolver, "ip:port,[ip]:port"): 0, a status of c-ares, or -1 during queries. */
GJ_FUNCTION(set_servers) {
  gj_resolver *resolver = gj_class_memory((gj_object)argv[0]);
  if (resolver->asked > 0) {
    return gj_number(js, -1);
  }
  gj_text list;
  gj_text_get(js, argv[1], &list);
  int err = list.size == 0 ? no_servers(resolver)
                           : ares.ares_set_servers_ports_csv(resolver->channel, list.data);
  gj_text_free(&list);
  return gj_number(js, err);
}

/* setLocal(resolver, ip): 4 or 6, its version; 0 if it is not an address. */
GJ_FUNCTION(set_local) {
  gj_resolver *resolver = gj_class_memory((gj_object)argv[0]);
  uint8_t address[16];
  gj_text ip;
  gj_text_get(js, argv[1], &ip);
  int kind = 0;
  if (uv_inet_pton(AF_INET, ip.data, address) == 0) {
    uint32_t number;
    memcpy(&number, address, sizeof(number));
    ares.ares_set_local_ip4(resolver->channel, ntohl(number));
    kind = 4;
  } else if (uv_inet_pton(AF_INET6, ip.data, address) == 0) {
    ares.ares_set_local_ip6(resolver->channel, address);
    kind = 6;
  }
  gj_text_free(&ip);
  return gj_number(js, kind);
}

gj_object gj_bind_cares(gj_context js) {
  static const gj_export exports[] = {
      {"make", make},          {"query", query},     {"reverse", reverse},
      {"cancel", cancel},      {"servers", servers}, {"setServers", set_servers},
      {"setLocal", set_local}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
