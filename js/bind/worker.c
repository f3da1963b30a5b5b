/* SPDX-License-Identifier: MIT */
/* binding('worker'): threads with a runtime each, for js/lib/internal/worker. */
#include "runtime/worker.h"

#include <gyre.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bind/messaging.h"
#include "engine/memory.h"

static void on_gone(void *memory) { gy_worker_free(memory); }

static gy_worker *worker_of(gy_value value) { return gy_class_memory((gy_object)value); }

static void heap_is_full(void *worker) { gy_worker_stop(worker, 1, GY_OUT_OF_MEMORY); }

/* create(endpoint, endpoint, stackSize): a worker that is not started; it gets the endpoints, to
 * talk by: one is the library's, the other its program's. */
GY_FUNCTION(create) {
  static gy_class place;
  gy_endpoint *port = gy_messaging_endpoint(js, argv[0]);
  gy_endpoint *public_port = gy_messaging_endpoint(js, argv[1]);
  gy_endpoint_hold(port);
  gy_endpoint_hold(public_port);
  gy_worker *worker =
      gy_worker_new(gy_runtime_self(), port, public_port, (size_t)gy_to_number(js, argv[2]));
  return gy_class_object(js, gy_class_made(&place, "Worker", on_gone), worker);
}

/* id(worker): its number. */
GY_FUNCTION(id) { return gy_number(js, (double)worker_of(argv[0])->id); }

/* start(worker): 0 or a negative error. */
GY_FUNCTION(start) { return gy_number(js, gy_worker_start(worker_of(argv[0]))); }

/* stop(worker): it ends, whatever it does. */
GY_FUNCTION(stop) {
  gy_worker_stop(worker_of(argv[0]), 1, GY_TERMINATED);
  return gy_undefined(js);
}

/* idleTime(worker): how long its loop has waited for something, in milliseconds; -1: it has none.
 */
GY_FUNCTION(idle_time) {
  gy_worker *worker = worker_of(argv[0]);
  pthread_mutex_lock(&worker->lock);
  double idle = worker->loop == NULL ? -1 : (double)uv_metrics_idle_time(worker->loop) / 1e6;
  pthread_mutex_unlock(&worker->lock);
  return gy_number(js, idle);
}

/* loopStart(worker): when its loop began, in milliseconds; 0: not yet, or it has ended. */
GY_FUNCTION(loop_start) {
  gy_worker *worker = worker_of(argv[0]);
  pthread_mutex_lock(&worker->lock);
  const gy_runtime *runtime = worker->loop == NULL ? NULL : worker->loop->data;
  double start = runtime == NULL ? 0 : (double)runtime->loop_ns;
  pthread_mutex_unlock(&worker->lock);
  return gy_number(js, start / 1e6);
}

/* User and system time of a thread in ticks, as the kernel splits it; the clock of the thread is
 * exact, and has both in one. */
static double user_share(pid_t tid) {
  char text[512];
  unsigned long user = 1;
  unsigned long system = 0;
  snprintf(text, sizeof(text), "/proc/self/task/%d/stat", (int)tid);
  FILE *file = fopen(text, "re");
  size_t size = file == NULL ? 0 : fread(text, 1, sizeof(text) - 1, file);
  text[size] = '\0';
  if (file != NULL) {
    fclose(file);
  }
  const char *behind_name = strrchr(text, ')');
  if (behind_name == NULL ||
      sscanf(behind_name, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
             &system) != 2 ||
      user + system == 0) {
    return 1;
  }
  return (double)user / (double)(user + system);
}

/* cpuUsage(worker): [user, system] of its thread in microseconds, also while it computes;
 * undefined: it does not run. */
GY_FUNCTION(cpu_usage) {
  gy_worker *worker = worker_of(argv[0]);
  clockid_t clock;
  struct timespec time;
  double user = 1;
  pthread_mutex_lock(&worker->lock); /* its thread is there as long as its loop is */
  bool seen = worker->loop != NULL && pthread_getcpuclockid(worker->thread, &clock) == 0 &&
              clock_gettime(clock, &time) == 0;
  if (seen) {
    user = user_share(worker->tid);
  }
  pthread_mutex_unlock(&worker->lock);
  if (!seen) {
    return gy_undefined(js);
  }
  double total = (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
  double users = (double)(uint64_t)(total * user);
  gy_value both[] = {gy_number(js, users), gy_number(js, (double)(uint64_t)(total - users))};
  return gy_array(js, 2, both);
}

/* setName(name): of this thread, for tools that show threads. */
GY_FUNCTION(set_name) {
  gy_text name;
  gy_text_get(js, argv[0], &name);
  int err = uv_thread_setname(name.data);
  gy_text_free(&name);
  return gy_number(js, err);
}

/* keepFile(fd): closed when this worker ends, unless dropFile(fd) comes before. */
GY_FUNCTION(keep_file) {
  gy_runtime *runtime = gy_runtime_self();
  runtime->files = gy_memory_bound(
      runtime->files, (runtime->files_count + 1) * sizeof(*runtime->files), "a list of files");
  runtime->files[runtime->files_count++] = gy_to_int32(js, argv[0]);
  return gy_undefined(js);
}

GY_FUNCTION(drop_file) {
  gy_runtime *runtime = gy_runtime_self();
  int fd = gy_to_int32(js, argv[0]);
  for (size_t i = 0; i < runtime->files_count; i++) {
    if (runtime->files[i] == fd) {
      runtime->files[i] = runtime->files[--runtime->files_count];
      break;
    }
  }
  return gy_undefined(js);
}

/* limitHeap(bytes): the worker ends when a collection leaves more than that in its heap. */
GY_FUNCTION(limit_heap) {
  gy_runtime *runtime = gy_runtime_self();
  gy_stop_works(); /* finds out, which it could not in the middle of a collection */
  return gy_bool(js, gy_context_limit_heap(js, (size_t)gy_to_number(js, argv[0]), heap_is_full,
                                           runtime->worker));
}

/* ready(): the program is about to begin. */
GY_FUNCTION(ready) {
  gy_worker *worker = gy_runtime_self()->worker;
  pthread_mutex_lock(&worker->lock);
  worker->begun = true;
  pthread_mutex_unlock(&worker->lock);
  gy_stop_prepare(js);
  return gy_undefined(js);
}

gy_object gy_bind_worker(gy_context js) {
  static const gy_export exports[] = {
      {"create", create},
      {"id", id},
      {"start", start},
      {"stop", stop},
      {"idleTime", idle_time},
      {"loopStart", loop_start},
      {"cpuUsage", cpu_usage},
      {"setName", set_name},
      {"keepFile", keep_file},
      {"dropFile", drop_file},
      {"limitHeap", limit_heap},
      {"ready", ready},
      {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_worker *self = gy_runtime_self()->worker;
  gy_set_number(js, binding, "threadId", self == NULL ? 0 : (double)self->id);
  gy_set(js, binding, "isTraced", gy_bool(js, gyre_trace_enabled(gy_runtime_self()->loop) != 0));
  if (self != NULL && self->port != NULL) {
    gy_set(js, binding, "port", gy_messaging_object(js, self->port));
    gy_set(js, binding, "publicPort", gy_messaging_object(js, self->public_port));
    self->port = NULL;
  }
  return binding;
}
