/* SPDX-License-Identifier: MIT */
/* binding('worker'): threads with a runtime each, for js/lib/internal/worker. */
#include "runtime/worker.h"

#include <gyre.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bind/messaging.h"
#include "engine/memory.h"

static void on_gone(void *memory) { gj_worker_free(memory); }

static gj_worker *worker_of(gj_value value) { return gj_class_memory((gj_object)value); }

static void heap_is_full(void *worker) { gj_worker_stop(worker, 1, GJ_OUT_OF_MEMORY); }

/* create(endpoint, endpoint, stackSize): a worker that is not started; it gets the endpoints, to
 * talk by: one is the library's, the other its program's. */
GJ_FUNCTION(create) {
  static gj_class place;
  gj_endpoint *port = gj_messaging_endpoint(js, argv[0]);
  gj_endpoint *public_port = gj_messaging_endpoint(js, argv[1]);
  gj_endpoint_hold(port);
  gj_endpoint_hold(public_port);
  gj_worker *worker =
      gj_worker_new(gj_runtime_self(), port, public_port, (size_t)gj_to_number(js, argv[2]));
  return gj_class_object(js, gj_class_made(&place, "Worker", on_gone), worker);
}

/* id(worker): its number. */
GJ_FUNCTION(id) { return gj_number(js, (double)worker_of(argv[0])->id); }

/* start(worker): 0 or a negative error. */
GJ_FUNCTION(start) { return gj_number(js, gj_worker_start(worker_of(argv[0]))); }

/* stop(worker): it ends, whatever it does. */
GJ_FUNCTION(stop) {
  gj_worker_terminate(worker_of(argv[0]));
  return gj_undefined(js);
}

/* idleTime(worker): how long its loop has waited for something, in milliseconds; -1: it has none.
 */
GJ_FUNCTION(idle_time) {
  gj_worker *worker = worker_of(argv[0]);
  pthread_mutex_lock(&worker->lock);
  double idle = worker->loop == NULL ? -1 : (double)uv_metrics_idle_time(worker->loop) / 1e6;
  pthread_mutex_unlock(&worker->lock);
  return gj_number(js, idle);
}

/* loopStart(worker): when its loop began, in milliseconds; 0: not yet, or it has ended. */
GJ_FUNCTION(loop_start) {
  gj_worker *worker = worker_of(argv[0]);
  pthread_mutex_lock(&worker->lock);
  const gj_runtime *runtime = worker->loop == NULL ? NULL : worker->loop->data;
  double start = runtime == NULL ? 0 : (double)runtime->loop_ns;
  pthread_mutex_unlock(&worker->lock);
  return gj_number(js, start / 1e6);
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
GJ_FUNCTION(cpu_usage) {
  gj_worker *worker = worker_of(argv[0]);
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
    return gj_undefined(js);
  }
  double total = (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
  double users = (double)(uint64_t)(total * user);
  gj_value both[] = {gj_number(js, users), gj_number(js, (double)(uint64_t)(total - users))};
  return gj_array(js, 2, both);
}

/* setName(name): of this thread, for tools that show threads. */
GJ_FUNCTION(set_name) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  int err = uv_thread_setname(name.data);
  gj_text_free(&name);
  return gj_number(js, err);
}

/* keepFile(fd): closed when this worker ends, unless dropFile(fd) comes before. */
GJ_FUNCTION(keep_file) {
  gj_runtime *runtime = gj_runtime_self();
  runtime->files = gj_memory_bound(
      runtime->files, (runtime->files_count + 1) * sizeof(*runtime->files), "a list of files");
  runtime->files[runtime->files_count++] = gj_to_int32(js, argv[0]);
  return gj_undefined(js);
}

GJ_FUNCTION(drop_file) {
  gj_runtime *runtime = gj_runtime_self();
  int fd = gj_to_int32(js, argv[0]);
  for (size_t i = 0; i < runtime->files_count; i++) {
    if (runtime->files[i] == fd) {
      runtime->files[i] = runtime->files[--runtime->files_count];
      break;
    }
  }
  return gj_undefined(js);
}

/* limitHeap(bytes): the worker ends when a collection leaves more than that in its heap. */
GJ_FUNCTION(limit_heap) {
  gj_runtime *runtime = gj_runtime_self();
  gj_stop_works(); /* finds out, which it could not in the middle of a collection */
  return gj_bool(js, gj_context_limit_heap(js, (size_t)gj_to_number(js, argv[0]), heap_is_full,
                                           runtime->worker));
}

/* ready(): the program is about to begin. */
GJ_FUNCTION(ready) {
  gj_worker *worker = gj_runtime_self()->worker;
  pthread_mutex_lock(&worker->lock);
  worker->begun = true;
  pthread_mutex_unlock(&worker->lock);
  gj_stop_prepare(js);
  return gj_undefined(js);
}

/* started(): the program has begun, and will wait or go on. */
GJ_FUNCTION(started) {
  gj_context_spare_memory();
  return gj_undefined(js);
}

/* apart(function): process.exit() within the function ends that, and the worker a little later. */
GJ_FUNCTION(apart) {
  gj_runtime_apart(gj_as_object(js, argv[0]));
  return gj_undefined(js);
}

gj_object gj_bind_worker(gj_context js) {
  static const gj_export exports[] = {
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
      {"started", started},
      {"apart", apart},
      {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_worker *self = gj_runtime_self()->worker;
  gj_set_number(js, binding, "threadId", self == NULL ? 0 : (double)self->id);
  gj_set(js, binding, "isTraced", gj_bool(js, gyre_trace_enabled(gj_runtime_self()->loop) != 0));
  if (self != NULL && self->port != NULL) {
    gj_set(js, binding, "port", gj_messaging_object(js, self->port));
    gj_set(js, binding, "publicPort", gj_messaging_object(js, self->public_port));
    self->port = NULL;
  }
  return binding;
}
