/* SPDX-License-Identifier: MIT */
/* Data for process.report, for js/lib/internal/process/report.js. */
#include <dlfcn.h>
#include <execinfo.h>
#include <gnu/libc-version.h>
#include <link.h>
#include <netinet/in.h>
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>

#include "runtime/runtime.h"

enum { FRAMES = 64 };

#define TEXT_(number) #number
#define TEXT(number) TEXT_(number)

typedef struct {
  gj_context js;
  gj_object list;
  unsigned count;
} gj_report_list;

static void add(gj_report_list *list, gj_value value) {
  gj_set_index(list->js, list->list, list->count++, value);
}

/* libraries(): the paths of all objects that are loaded; the program itself has none. */
static int add_library(struct dl_phdr_info *info, size_t size, void *arg) {
  gj_report_list *list = arg;
  (void)size;
  if (info->dlpi_name[0] != '\0') {
    add(list, gj_string(list->js, info->dlpi_name));
  }
  return 0;
}

GJ_FUNCTION(libraries) {
  gj_report_list list = {js, gj_array(js, 0, NULL), 0};
  dl_iterate_phdr(add_library, &list);
  return list.list;
}

/* limits(): { name: [soft, hard] }, Infinity for none. */
static void set_limit(gj_context js, gj_object to, const char *name, int resource) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) == 0) {
    rlim_t values[] = {limit.rlim_cur, limit.rlim_max};
    gj_value pair[2];
    for (int i = 0; i < 2; i++) {
      pair[i] = gj_number(js, values[i] == RLIM_INFINITY ? (double)INFINITY : (double)values[i]);
    }
    gj_set(js, to, name, gj_array(js, 2, pair));
  }
}

GJ_FUNCTION(limits) {
  static const struct {
    const char *name;
    int resource;
  } rows[] = {
      {"core_file_size_blocks", RLIMIT_CORE}, {"data_seg_size_kbytes", RLIMIT_DATA},
      {"file_size_blocks", RLIMIT_FSIZE},     {"max_locked_memory_bytes", RLIMIT_MEMLOCK},
      {"max_memory_size_kbytes", RLIMIT_RSS}, {"open_files", RLIMIT_NOFILE},
      {"stack_size_bytes", RLIMIT_STACK},     {"cpu_time_seconds", RLIMIT_CPU},
      {"max_user_processes", RLIMIT_NPROC},   {"virtual_memory_kbytes", RLIMIT_AS},
  };
  gj_object list = gj_object_new(js);
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
    set_limit(js, list, rows[i].name, rows[i].resource);
  }
  return list;
}

static void set_address(gj_context js, gj_object to, const char *name, const void *address) {
  char text[2 + 16 + 1];
  snprintf(text, sizeof(text), "0x%016lx", (unsigned long)(uintptr_t)address);
  gj_set_string(js, to, name, text);
}

/* stack(): { pc, symbol } of each call in C that led here. */
GJ_FUNCTION(stack) {
  gj_report_list list = {js, gj_array(js, 0, NULL), 0};
  void *frames[FRAMES];
  int count = backtrace(frames, FRAMES);
  for (int i = 0; i < count; i++) {
    Dl_info info;
    char symbol[512];
    bool known = dladdr(frames[i], &info) != 0;
    const char *name = known && info.dli_sname != NULL ? info.dli_sname : "";
    snprintf(symbol, sizeof(symbol), "%s [%s]", name, known ? info.dli_fname : "");
    gj_object frame = gj_object_new(js);
    set_address(js, frame, "pc", frames[i]);
    gj_set_string(js, frame, "symbol", symbol);
    add(&list, frame);
  }
  return list.list;
}

static gj_value endpoint(gj_context js, const struct sockaddr_storage *address) {
  char text[INET6_ADDRSTRLEN] = "";
  bool six = address->ss_family == AF_INET6;
  int err = six ? uv_ip6_name((const struct sockaddr_in6 *)address, text, sizeof(text))
                : uv_ip4_name((const struct sockaddr_in *)address, text, sizeof(text));
  if (err != 0 || (!six && address->ss_family != AF_INET)) {
    return gj_null(js);
  }
  uint16_t port = six ? ((const struct sockaddr_in6 *)address)->sin6_port
                      : ((const struct sockaddr_in *)address)->sin_port;
  gj_object made = gj_object_new(js);
  gj_set_string(js, made, "host", text);
  gj_set_string(js, made, six ? "ip6" : "ip4", text);
  gj_set_number(js, made, "port", ntohs(port));
  return made;
}

static void set_endpoints(gj_context js, gj_object to, uv_handle_t *handle) {
  struct sockaddr_storage local = {0};
  struct sockaddr_storage remote = {0};
  int size = sizeof(local);
  int size_remote = sizeof(remote);
  if (uv_handle_get_type(handle) == UV_TCP) {
    uv_tcp_getsockname((uv_tcp_t *)handle, (struct sockaddr *)&local, &size);
    uv_tcp_getpeername((uv_tcp_t *)handle, (struct sockaddr *)&remote, &size_remote);
  } else {
    uv_udp_getsockname((uv_udp_t *)handle, (struct sockaddr *)&local, &size);
    uv_udp_getpeername((uv_udp_t *)handle, (struct sockaddr *)&remote, &size_remote);
  }
  gj_set(js, to, "localEndpoint", endpoint(js, &local));
  gj_set(js, to, "remoteEndpoint", endpoint(js, &remote));
}

static void set_details(gj_context js, gj_object to, uv_handle_t *handle) {
  uv_handle_type type = uv_handle_get_type(handle);
  uv_os_fd_t fd;
  if (type == UV_TIMER) {
    uv_timer_t *timer = (uv_timer_t *)handle;
    double due = uv_is_active(handle) ? (double)uv_timer_get_due_in(timer) : 0;
    gj_set_number(js, to, "repeat", (double)uv_timer_get_repeat(timer));
    gj_set_number(js, to, "firesInMsFromNow", due);
    gj_set(js, to, "expired", gj_bool(js, uv_is_active(handle) && due == 0));
  }
  if (type == UV_TCP || type == UV_UDP) {
    set_endpoints(js, to, handle);
  }
  if (uv_fileno(handle, &fd) == 0) {
    gj_set_number(js, to, "fd", fd);
  }
  if (type == UV_TCP || type == UV_NAMED_PIPE || type == UV_TTY) {
    const uv_stream_t *stream = (uv_stream_t *)handle;
    gj_set_number(js, to, "writeQueueSize", (double)uv_stream_get_write_queue_size(stream));
    gj_set(js, to, "readable", gj_bool(js, uv_is_readable(stream) != 0));
    gj_set(js, to, "writable", gj_bool(js, uv_is_writable(stream) != 0));
  }
}

static void add_handle(uv_handle_t *handle, void *arg) {
  gj_report_list *list = arg;
  gj_context js = list->js;
  gj_object one = gj_object_new(js);
  gj_set_string(js, one, "type", uv_handle_type_name(uv_handle_get_type(handle)));
  gj_set(js, one, "is_active", gj_bool(js, uv_is_active(handle) != 0));
  gj_set(js, one, "is_referenced", gj_bool(js, uv_has_ref(handle) != 0));
  set_address(js, one, "address", handle);
  set_details(js, one, handle);
  add(list, one);
}

/* handles(): all of the loop, and the loop itself. */
GJ_FUNCTION(handles) {
  uv_loop_t *loop = gj_runtime_self()->loop;
  gj_report_list list = {js, gj_array(js, 0, NULL), 0};
  uv_walk(loop, add_handle, &list);
  gj_object last = gj_object_new(js);
  gj_set_string(js, last, "type", "loop");
  gj_set(js, last, "is_active", gj_bool(js, uv_loop_alive(loop) != 0));
  set_address(js, last, "address", loop);
  gj_set_number(js, last, "loopIdleTimeSeconds", (double)uv_metrics_idle_time(loop) / 1e9);
  add(&list, last);
  return list.list;
}

gj_object gj_bind_report(gj_context js) {
  static const gj_export exports[] = {
      {"libraries", libraries}, {"limits", limits}, {"stack", stack},
      {"handles", handles},     {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_string(js, binding, "libcRuns", gnu_get_libc_version());
  gj_set_string(js, binding, "libcBuilt", TEXT(__GLIBC__) "." TEXT(__GLIBC_MINOR__));
  return binding;
}
