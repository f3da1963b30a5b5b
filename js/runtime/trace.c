/* SPDX-License-Identifier: MIT */
/* Records of JavaScript in the trace of its loop. */
#include "runtime/trace.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "engine/memory.h"
#include "runtime/worker.h"

#define TEXTS_MAX 65536
/* A run of microtasks that took less, in units of the tracer's clock, and recorded nothing: there
 * were none, or they are too short to be seen. */
#define NOTHING_RAN 2000

static _Thread_local struct {
  uv_loop_t *loop;
  uint64_t thread; /* its number */
  bool drained;    /* microtasks have run since JavaScript was entered; see run_none */
  bool entered;    /* JavaScript is, in this callback of the loop */
  gj_trace_memory at;
} trace;

/* The places that JavaScript uses. */
enum {
#define TRACE_AT(name, value) AT_##name = value,
#include "lists.def"
};
#define IS_AT(place, member) \
  _Static_assert(offsetof(gj_trace_memory, member) == (place) * sizeof(int32_t), #member)
IS_AT(AT_KIND, kept.kind);
IS_AT(AT_SUBJECT, kept.subject);
IS_AT(AT_LABEL, kept.label);
IS_AT(AT_ENDED, kept.ended);
IS_AT(AT_PUT, what);
IS_AT(AT_PUT_SUBJECT, subject);
IS_AT(AT_PUT_LABEL, label);
IS_AT(AT_PUT_VALUE, value);
IS_AT(AT_TAKEN, taken);
IS_AT(AT_POSTED, posted);

#define SUBJECT_BITS 32
#define THREADS_MAX 0x3fffu /* whose subjects can be distinguished */
#define MESSAGES (UINT64_C(0x4000) << SUBJECT_BITS)

/* Numbers belong to a thread, except those of messages. */
static uint64_t subject_of(int32_t kind, int32_t number) {
  if (number == 0) {
    return 0;
  }
  uint64_t space =
      kind == GYRE_TRACE_MESSAGE ? MESSAGES : (trace.thread & THREADS_MAX) << SUBJECT_BITS;
  return space | (uint32_t)number;
}

/* A record of the program's trace. */
static void record(uint64_t time, int what, int32_t kind, int32_t subject, int32_t label,
                   int32_t value) {
  gyre_trace_put_at(trace.loop, time, what, (gyre_trace_kind)kind, subject_of(kind, subject),
                    (uint32_t)label, value);
}

/* Records what has begun, if that is not done yet. It is kept until its record is complete: a
 * signal may write the trace at any moment. */
static void record_pending(void) {
  gyre_trace_kept *kept = &trace.at.kept;
  int32_t kind = kept->kind;
  if (kind == 0 || kept->telling != 0) {
    return;
  }
  kept->telling = 1;
  atomic_signal_fence(memory_order_seq_cst);
  if (kind > 0) {
    record(kept->began, GYRE_TRACE_CALL, kind, kept->subject, kept->label, 0);
  } else if (kind != GYRE_TRACE_KEPT_END) {
    record(kept->began, GYRE_TRACE_MICROTASKS, 0, 0, 0, 0);
  }
  atomic_signal_fence(memory_order_seq_cst);
  kept->kind = 0;
  kept->telling = 0;
}

/* The innermost span ends. */
static void end(int what, int32_t value, uint64_t now) {
  record_pending();
  trace.at.kept.ended = 0;
  trace.at.kept.began = now;
  record(now, what | GYRE_TRACE_END, 0, 0, 0, value);
}

/* A call has ended, and nothing else is kept back. */
static bool is_ending(void) {
  return trace.at.kept.kind == GYRE_TRACE_KEPT_END ||
         (trace.at.kept.ended != 0 && trace.at.kept.kind == 0);
}

static void end_now(void) {
  uint64_t now = gyre_trace_clock();
  trace.at.kept.kind = trace.at.kept.ended = 0;
  trace.at.kept.began = now;
  record(now, GYRE_TRACE_CALL | GYRE_TRACE_END, 0, 0, 0, 0);
}

/* The loop's tracer needs what is kept back. */
static void flush(void) {
  if (!is_ending()) {
    record_pending();
    if (trace.at.kept.ended == 0) {
      return;
    }
  }
  end_now();
}

/* The innermost call has ended, and the loop is about to notice and to read the clock. */
static void hold_end(void) {
  if (trace.at.kept.kind == 0) {
    trace.at.kept.kind = GYRE_TRACE_KEPT_END;
    trace.at.kept.ended = 0;
  }
}

/* done(): the innermost call has ended. */
GJ_FUNCTION(done) {
  if (trace.loop == NULL) { /* only gj_trace_inside needs it */
    trace.at.kept.kind = trace.at.kept.ended = 0;
    return gj_undefined(js);
  }
  end(GYRE_TRACE_CALL, 0, gyre_trace_clock());
  return gj_undefined(js);
}
GJ_DIRECT(done)

/* flush(): something will be recorded inside of the call that begins. */
GJ_FUNCTION(flush_now) {
  if (trace.loop == NULL) {
    trace.at.kept.kind = 0;
    return gj_undefined(js);
  }
  bool reads = is_ending();
  flush();
  if (!reads) {
    trace.at.kept.began = gyre_trace_clock();
  }
  return gj_undefined(js);
}
GJ_DIRECT(flush_now)

/* Records what is in memory. If a call has ended just before, this is its time. */
static void put_record(void) {
  gj_trace_memory *at = &trace.at;
  bool ended = at->kept.ended != 0 || at->kept.kind == GYRE_TRACE_KEPT_END;
  record_pending();
  uint64_t now = gyre_trace_clock();
  if (ended) {
    at->kept.ended = 0;
    record(now, GYRE_TRACE_CALL | GYRE_TRACE_END, 0, 0, 0, 0);
  }
  int32_t what = at->what;
  record(now, what & 0xffff, what >> 16, at->subject, at->label, at->value);
  trace.at.kept.began = now;
}

/* put(): put_record. */
GJ_FUNCTION(put) {
  if (trace.loop == NULL) {
    trace.at.kept.kind = trace.at.kept.ended = 0;
  } else {
    put_record();
  }
  return gj_undefined(js);
}
GJ_DIRECT(put)

uint32_t gj_trace_posted(void) {
  static atomic_uint last; /* process: messages go from thread to thread */
  if (trace.loop == NULL) {
    return 0;
  }
  uint32_t number = atomic_fetch_add(&last, 1) + 1;
  trace.at.what = GYRE_TRACE_SCHEDULE | GYRE_TRACE_MESSAGE << 16;
  trace.at.subject = (int32_t)number;
  trace.at.label = trace.at.posted;
  trace.at.value = 0;
  put_record();
  return number;
}

void gj_trace_taken(uint32_t number) { trace.at.taken = (int32_t)number; }

/* There are none, and no clock is read; but the engine may have other things to do. */
static void run_none(void (*run)(gj_context js), gj_context js) {
  trace.at.kept.kind = GYRE_TRACE_KEPT_PERHAPS;
  run(js);
  if (trace.at.kept.kind != GYRE_TRACE_KEPT_PERHAPS) {
    end(GYRE_TRACE_MICROTASKS, -1, gyre_trace_clock());
  }
  trace.at.kept.kind = 0;
}

static void run_some(void (*run)(gj_context js), gj_context js) {
  uint64_t before = trace.at.kept.began = gyre_trace_clock();
  trace.at.kept.kind = GYRE_TRACE_KEPT_MICROTASKS;
  run(js);
  uint64_t after = gyre_trace_clock();
  if (trace.at.kept.kind != GYRE_TRACE_KEPT_MICROTASKS || gj_queue_known() ||
      after - before > NOTHING_RAN) {
    end(GYRE_TRACE_MICROTASKS, -1, after);
  }
  trace.at.kept.kind = 0;
  trace.at.kept.began = after;
}

static __attribute__((noinline)) void run_seen(void (*run)(gj_context js), gj_context js) {
  bool called = (trace.at.kept.ended | trace.at.kept.kind) != 0;
  if (called) {
    flush();
  }
  /* If nothing of the program has run since the last time, there can be none. */
  if ((trace.drained && !called) || gj_queue_empty()) {
    run_none(run, js);
  } else {
    run_some(run, js);
  }
  trace.drained = true;
}

/* Most often a call has just ended, and there are none. */
static void around_microtasks(void (*run)(gj_context js), gj_context js) {
  if (trace.drained && trace.at.kept.kind == GYRE_TRACE_KEPT_END) {
    return; /* JavaScript has just run them */
  }
  if (trace.at.kept.ended != 0 && gj_queue_empty()) {
    run(js);
    hold_end();
    trace.drained = true;
  } else {
    run_seen(run, js);
  }
}

static __attribute__((noinline)) void flush_and_begin(void) {
  bool ended = trace.at.kept.ended != 0 || trace.at.kept.kind == GYRE_TRACE_KEPT_END;
  flush(); /* it has read the clock */
  if (!ended) {
    trace.at.kept.began = gyre_trace_clock_called(trace.loop);
  }
}

bool gj_trace_enter(void) {
  bool inside = trace.entered;
  trace.entered = true;
  trace.drained = false;
  if ((trace.at.kept.ended | trace.at.kept.kind) != 0) {
    flush_and_begin();
  } else {
    trace.at.kept.began = gyre_trace_clock_called(trace.loop);
  }
  return inside;
}

static __attribute__((noinline)) void leave(bool inside) {
  if (trace.at.kept.ended == 0 && trace.at.kept.kind != GYRE_TRACE_KEPT_END) {
    return;
  }
  if (inside) {
    flush();
  } else {
    hold_end();
  }
}

void gj_trace_leave(bool inside) {
  trace.entered = inside;
  if (inside || trace.at.kept.kind != GYRE_TRACE_KEPT_END) {
    leave(inside);
  }
}

void gj_trace_loop_begins(void) { trace.entered = false; }

int gj_trace_start(gj_runtime *runtime, const char *path) {
  uv_handle_t *own[] = {(uv_handle_t *)&runtime->timer, (uv_handle_t *)&runtime->idle,
                        (uv_handle_t *)&runtime->check, gj_engine_work_handle(0),
                        gj_engine_work_handle(1)};
  int err = path == NULL ? 0 : gyre_trace_start(runtime->loop, path);
  if (err != 0) {
    return err;
  }
  for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
    gyre_trace_hide(own[i]);
  }
  trace.loop = runtime->loop;
  trace.thread = runtime->worker == NULL ? 0 : runtime->worker->id;
  trace.at.kept.began = gyre_trace_clock();
  gyre_trace_keep(runtime->loop, &trace.at.kept, flush);
  gj_direct_around_microtasks(around_microtasks);
  runtime->traced = true;
  return 0;
}

void gj_trace_stop(gj_runtime *runtime) {
  if (runtime->traced && (trace.at.kept.kind | trace.at.kept.ended) != 0) {
    flush();
  }
  if (runtime->worker != NULL && runtime->traced) { /* the trace continues */
    gj_direct_around_microtasks(NULL);
    runtime->traced = false;
    trace.loop = NULL;
    return;
  }
  if (runtime->worker == NULL && gyre_trace_enabled(runtime->loop)) {
    gj_direct_around_microtasks(NULL);
    runtime->traced = false;
    int err = gyre_trace_stop(runtime->loop);
    if (err != 0) {
      fprintf(stderr, "gyre: the trace is not whole: %s\n", uv_strerror(err));
    }
  }
}

/* traceStart(path or undefined): 0 or a negative error. */
GJ_FUNCTION(trace_start) {
  gj_text path;
  if (gj_is_undefined(js, argv[0])) {
    return gj_number(js, gj_trace_start(gj_runtime_self(), NULL));
  }
  gj_text_get(js, argv[0], &path);
  int err = gj_trace_start(gj_runtime_self(), path.data);
  gj_text_free(&path);
  return gj_number(js, err);
}

/* live(port): 0 or a negative error. */
GJ_FUNCTION(live) {
  return gj_number(js, gyre_live(gj_runtime_self()->loop, (int)gj_to_uint32(js, argv[0])));
}

/* traceName(name): of this thread's lane. */
GJ_FUNCTION(trace_name) {
  gj_text name;
  gj_text_get(js, argv[0], &name);
  gyre_trace_name(gj_runtime_self()->loop, name.data);
  gj_text_free(&name);
  return gj_undefined(js);
}

GJ_FUNCTION(trace_enabled) { return gj_bool(js, gyre_trace_enabled(gj_runtime_self()->loop) != 0); }

/* process: of the first labels, for gj_trace_inside; a label is the same for all threads. */
static _Atomic(char *) texts[TEXTS_MAX];

static void keep_text(uint32_t number, const char *name, const char *site) {
  char text[400];
  if (number < TEXTS_MAX && site[0] != 0 && atomic_load(&texts[number]) == NULL) {
    snprintf(text, sizeof(text), "%s (%s)", name, site);
    atomic_store(&texts[number], gj_memory_text(text));
  }
}

/* process: what JavaScript writes on the thread that is looked at. */
static const gyre_trace_kept *_Atomic seen;

const char *gj_trace_inside(void) {
  const gyre_trace_kept *kept = atomic_load(&seen);
  int32_t number = kept == NULL ? 0 : kept->label;
  return number > 0 && number < TEXTS_MAX ? atomic_load(&texts[number]) : NULL;
}

/* label(name, site): its number. */
GJ_FUNCTION(label) {
  gj_text name;
  gj_text site;
  gj_text_get(js, argv[0], &name);
  gj_text_get(js, argv[1], &site);
  uint32_t number = gyre_trace_label(name.data, site.data);
  keep_text(number, name.data, site.data);
  gj_text_free(&name);
  gj_text_free(&site);
  return gj_number(js, number);
}

/* setEnter(enter): what C calls for every callback of the loop. */
GJ_FUNCTION(set_enter) {
  gj_runtime *runtime = gj_runtime_self();
  gj_pin_free(&runtime->enter);
  runtime->enter = gj_pin_new(js, argv[0]);
  return gj_undefined(js);
}

/* findQueue(queueOne): see js/engine/queue.c. */
GJ_FUNCTION(find_queue) {
  gj_queue_find(js, gj_as_object(js, argv[0]));
  return gj_undefined(js);
}

/* find(text): where in the library it is, "node:fs:12:3"; undefined if nowhere. */
GJ_FUNCTION(find) {
  gj_text text;
  gj_value found = gj_undefined(js);
  gj_text_get(js, argv[0], &text);
  for (size_t i = 0; i < gj_builtins_count; i++) {
    const char *source = gj_builtins[i].source;
    const char *at = strstr(source, text.data);
    if (at != NULL) {
      int line = 1;
      const char *start = source;
      for (const char *c = source; c < at; c++) {
        if (*c == '\n') {
          line++;
          start = c + 1;
        }
      }
      char place[300];
      snprintf(place, sizeof(place), "node:%s:%d:%d", gj_builtins[i].name, line,
               (int)(at - start) + 1);
      found = gj_string(js, place);
      break;
    }
  }
  gj_text_free(&text);
  return found;
}

void gj_trace_show(void) { atomic_store(&seen, &trace.at.kept); }

void gj_trace_bind(gj_context js, gj_object binding) {
  static const gj_export exports[] = {
      {"live", live},
      {"traceStart", trace_start},
      {"traceEnabled", trace_enabled},
      {"traceName", trace_name},
      {"label", label},
      {"setEnter", set_enter},
      {"findQueue", find_queue},
      {"find", find},
      {"done", done, done_direct},
      {"flush", flush_now, flush_now_direct},
      {"put", put, put_direct},
      {NULL, NULL},
  };
  gj_set_exports(js, binding, exports);
  static const gj_constant constants[] = {
      {"CALL", GYRE_TRACE_CALL},
      {"TICKS", GYRE_TRACE_TICKS},
      {"SCHEDULE", GYRE_TRACE_SCHEDULE},
      {"CANCEL", GYRE_TRACE_CANCEL},
      {"MARK", GYRE_TRACE_MARK},
      {"END", GYRE_TRACE_END},
      {"TICK", GYRE_TRACE_TICK},
      {"MICROTASK", GYRE_TRACE_MICROTASK},
      {"MAIN", GYRE_TRACE_MAIN},
      {"TIMEOUT", GYRE_TRACE_TIMEOUT},
      {"INTERVAL", GYRE_TRACE_INTERVAL},
      {"IMMEDIATE", GYRE_TRACE_IMMEDIATE},
      {"CALLBACK", GYRE_TRACE_CALLBACK},
      {"LISTENER", GYRE_TRACE_LISTENER},
      {"BEFORE_EXIT", GYRE_TRACE_BEFORE_EXIT},
      {"EXIT", GYRE_TRACE_EXIT},
      {"MESSAGE", GYRE_TRACE_MESSAGE},
      {NULL, 0},
  };
  gj_object numbers = gj_object_new(js);
  gj_set_constants(js, numbers, constants);
  gj_set(js, binding, "trace", numbers);
  size_t count = sizeof(trace.at) / sizeof(int32_t);
  gj_set(js, binding, "at", gj_bytes_int32(js, (int32_t *)&trace.at, count));
}
