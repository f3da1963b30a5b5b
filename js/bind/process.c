/* SPDX-License-Identifier: MIT */
/* The process: how it ends, where it is, what it uses. For js/lib/internal/process. */
#include <ares_version.h>
#include <gyre.h>
#include <nghttp2/nghttp2ver.h>
#include <openssl/opensslv.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <zlib.h>

#include "bind/child.h"
#include "bind/stream.h"
#include "runtime/runtime.h"

#define PATH_ROOM 4096
#define NS_PER_S 1000000000u

/* exit(code): at once; no callback runs any more. */
GJ_FUNCTION(leave) {
  gj_runtime_leave(gj_to_int32(js, argv[0]));
  return gj_undefined(js);
}

/* canStop(): whether exit has stopped what calls this. */
GJ_FUNCTION(can_stop) { return gj_bool(js, gj_stop_works()); }

GJ_FUNCTION(abort_now) {
  uv_tty_reset_mode();
  abort(); /* abort: the program asks for it */
}

GJ_FUNCTION(hrtime) { return gj_number(js, (double)uv_hrtime()); }

/* What readTime() has read, in nanoseconds, in whole seconds and the rest. */
static _Thread_local struct {
  uint64_t all;
  int32_t seconds, rest;
} time_read;

/* readTime(): into `time`. */
GJ_FUNCTION(read_time) {
  time_read.all = uv_hrtime();
  time_read.seconds = (int32_t)(time_read.all / NS_PER_S);
  time_read.rest = (int32_t)(time_read.all % NS_PER_S);
  return gj_undefined(js);
}
GJ_DIRECT(read_time)

/* uptime(): seconds since this process began to run. */
GJ_FUNCTION(uptime) {
  return gj_number(js, (double)(uv_hrtime() - gj_runtime_self()->start_ns) / 1e9);
}
GJ_DIRECT(uptime)

GJ_FUNCTION(cwd) {
  char room[PATH_ROOM];
  size_t size = sizeof(room);
  int err = uv_cwd(room, &size);
  return err != 0 ? gj_number(js, err) : gj_string_utf8(js, room, size);
}

static int32_t directory_changes; /* process: the directory is */

GJ_FUNCTION(change_directory) {
  gj_text path;
  gj_text_get(js, argv[0], &path);
  int err = uv_chdir(path.data);
  __atomic_fetch_add(&directory_changes, err == 0, __ATOMIC_SEQ_CST);
  gj_text_free(&path);
  return gj_number(js, err);
}

/* directoryCounter(): how often that was done, by whichever thread: an Int32Array of one. */
GJ_FUNCTION(directory_counter) { return gj_bytes_int32(js, &directory_changes, 1); }

/* umask() only asks, umask(mask) sets; both return what it was. */
GJ_FUNCTION(mask) {
  mode_t before = umask(argc > 0 ? gj_to_uint32(js, argv[0]) & 0777 : 0);
  if (argc == 0) {
    umask(before);
  }
  return gj_number(js, before);
}

GJ_FUNCTION(get_title) {
  char title[PATH_ROOM];
  int err = uv_get_process_title(title, sizeof(title));
  return err != 0 ? gj_number(js, err) : gj_string(js, title);
}

GJ_FUNCTION(set_title) {
  gj_text title;
  gj_text_get(js, argv[0], &title);
  int err = uv_set_process_title(title.data);
  gj_text_free(&title);
  return gj_number(js, err);
}

GJ_FUNCTION(send_signal) {
  return gj_number(js, uv_kill(gj_to_int32(js, argv[0]), gj_to_int32(js, argv[1])));
}

GJ_FUNCTION(parent) { return gj_number(js, uv_os_getppid()); }

GJ_FUNCTION(resident_memory) {
  size_t rss;
  int err = uv_resident_set_memory(&rss);
  return gj_number(js, err != 0 ? err : (double)rss);
}

/* heap(): [capacity, used, extra] of the engine, in bytes. */
GJ_FUNCTION(heap) {
  gj_heap heap = gj_context_heap(js);
  gj_value figures[] = {
      gj_number(js, (double)heap.heap_capacity),
      gj_number(js, (double)heap.heap_size),
      gj_number(js, (double)heap.extra_memory),
  };
  return gj_array(js, 3, figures);
}

GJ_FUNCTION(constrained_memory) { return gj_number(js, (double)uv_get_constrained_memory()); }

GJ_FUNCTION(available_memory) { return gj_number(js, (double)uv_get_available_memory()); }

static double microseconds(uv_timeval_t time) {
  return (double)time.tv_sec * 1e6 + (double)time.tv_usec;
}

/* threadUsage(): [user, system] of this thread in microseconds, or a negative error number. */
GJ_FUNCTION(thread_usage) {
  uv_rusage_t seen;
  int err = uv_getrusage_thread(&seen);
  if (err != 0) {
    return gj_number(js, err);
  }
  gj_value both[] = {gj_number(js, microseconds(seen.ru_utime)),
                     gj_number(js, microseconds(seen.ru_stime))};
  return gj_array(js, 2, both);
}

/* usage(): the figures of getrusage in the order of js/lib/internal/process/usage.js, or a negative
 * error number. */
GJ_FUNCTION(usage) {
  uv_rusage_t seen;
  int err = uv_getrusage(&seen);
  if (err != 0) {
    return gj_number(js, err);
  }
  const double figures[] = {
      microseconds(seen.ru_utime), microseconds(seen.ru_stime), (double)seen.ru_maxrss,
      (double)seen.ru_ixrss,       (double)seen.ru_idrss,       (double)seen.ru_isrss,
      (double)seen.ru_minflt,      (double)seen.ru_majflt,      (double)seen.ru_nswap,
      (double)seen.ru_inblock,     (double)seen.ru_oublock,     (double)seen.ru_msgsnd,
      (double)seen.ru_msgrcv,      (double)seen.ru_nsignals,    (double)seen.ru_nvcsw,
      (double)seen.ru_nivcsw,
  };
  gj_value values[sizeof(figures) / sizeof(figures[0])];
  for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
    values[i] = gj_number(js, figures[i]);
  }
  return gj_array(js, sizeof(figures) / sizeof(figures[0]), values);
}

typedef struct {
  gj_context js;
  gj_object list;
  unsigned count;
} gj_census;

/* The object of JavaScript for a handle, NULL if there is none. Streams and processes keep a
 * program alive from when they are made until they are closed; other handles while they are
 * started. */
gj_value gj_process_owner(const uv_handle_t *handle) {
  switch (uv_handle_get_type(handle)) {
    case UV_TCP:
    case UV_NAMED_PIPE:
    case UV_TTY:
      return ((const gj_stream_wrap *)handle)->owner.value;
    case UV_PROCESS:
      return gj_child_owner(handle);
    default:
      return NULL;
  }
}

static void count_handle(uv_handle_t *handle, void *arg) {
  gj_census *census = arg;
  gj_runtime *runtime = gj_runtime_self();
  bool ours = handle == (uv_handle_t *)&runtime->timer || handle == (uv_handle_t *)&runtime->idle ||
              handle == (uv_handle_t *)&runtime->check;
  if (ours || !uv_has_ref(handle) || uv_is_closing(handle)) {
    return;
  }
  gj_value owner = gj_process_owner(handle);
  if (owner != NULL || uv_is_active(handle)) {
    gj_set_index(census->js, census->list, census->count++,
                 gj_string(census->js, uv_handle_type_name(uv_handle_get_type(handle))));
    gj_set_index(census->js, census->list, census->count++,
                 owner != NULL ? owner : gj_undefined(census->js));
  }
}

/* activeHandles(): type, owner, type, owner... of each handle that keeps the loop alive; those of
 * timers and immediates aside, which JavaScript counts itself. */
GJ_FUNCTION(active_handles) {
  gj_census census = {js, gj_array(js, 0, NULL), 0};
  uv_walk(gj_runtime_self()->loop, count_handle, &census);
  return census.list;
}

/* versions(): of what this process is made of. */
GJ_FUNCTION(versions) {
  gj_object list = gj_object_new(js);
  gj_set_string(js, list, "ares", ARES_VERSION_STR);
  gj_set_string(js, list, "gyre", gyre_version());
  gj_set_string(js, list, "javascriptcore", gj_engine_version());
  gj_set_string(js, list, "nghttp2", NGHTTP2_VERSION);
  gj_set_string(js, list, "openssl", OPENSSL_VERSION_STR);
  gj_set_string(js, list, "uv", uv_version_string());
  gj_set_string(js, list, "zlib", ZLIB_VERSION);
  return list;
}

static void set_arguments(gj_context js, gj_object binding) {
  gj_runtime *runtime = gj_runtime_self();
  gj_object list = gj_array(js, 0, NULL);
  for (int i = 0; i < runtime->argc; i++) {
    gj_set_index(js, list, (unsigned)i, gj_string(js, runtime->argv[i]));
  }
  gj_set(js, binding, "argv", list);
  char path[PATH_ROOM];
  size_t size = sizeof(path);
  if (uv_exepath(path, &size) == 0) {
    gj_set_string(js, binding, "execPath", path);
  }
}

gj_object gj_bind_process(gj_context js) {
  static const gj_export exports[] = {
      {"exit", leave},
      {"canStop", can_stop},
      {"abort", abort_now},
      {"hrtime", hrtime},
      {"readTime", read_time, read_time_direct},
      {"uptime", uptime, uptime_direct},
      {"cwd", cwd},
      {"chdir", change_directory},
      {"directoryCounter", directory_counter},
      {"umask", mask},
      {"getTitle", get_title},
      {"setTitle", set_title},
      {"kill", send_signal},
      {"ppid", parent},
      {"rss", resident_memory},
      {"heap", heap},
      {"constrainedMemory", constrained_memory},
      {"availableMemory", available_memory},
      {"usage", usage},
      {"threadUsage", thread_usage},
      {"activeHandles", active_handles},
      {"versions", versions},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set_string(js, binding, "version", GJ_NODE_VERSION);
  set_arguments(js, binding);
  gj_set_number(js, binding, "pid", uv_os_getpid());
  gj_set(js, binding, "time",
         gj_bytes_int32(js, (int32_t *)(void *)&time_read, sizeof(time_read) / sizeof(int32_t)));
  return binding;
}
