/* SPDX-License-Identifier: MIT */
/* Timers and immediates of JavaScript on the loop. JavaScript keeps them
 * (js/lib/internal/timers.js, immediates.js); here are one timer for the list that is due first,
 * and a check handle. Each callback is its own entry, so that ticks and microtasks run between any
 * two. */
#include "runtime/runtime.h"

static void arm_timer(gj_runtime *runtime);

/* The time of JavaScript's timers: milliseconds since the process began, read now. */
static double now_ms(void) {
  gj_runtime *runtime = gj_runtime_self();
  uv_update_time(runtime->loop);
  return (double)(uv_now(runtime->loop) - runtime->timer_base);
}

static void run_timers(gj_runtime *runtime) {
  do {
    gj_enter_library(runtime, gj_pin_object(&runtime->run_timer), 0, NULL);
    if (runtime->counts[GJ_TIMERS] == 0) {
      arm_timer(runtime);
      gj_enter_ticks(runtime);
    } else {
      gj_enter_finish(runtime);
    }
  } while (runtime->counts[GJ_TIMERS] != 0);
}

/* Our loop collects what is due and runs only that. The loop of Node 20 looks again after every
 * timer, and the ticks of the last one may have taken long. */
static void on_timer(uv_timer_t *timer) {
  do {
    uv_timer_stop(timer);
    run_timers(timer->data);
  } while (uv_is_active((uv_handle_t *)timer) && uv_timer_get_due_in(timer) == 0);
}

/* Counts from the loop's time, not from the clock, as in Node: ticks that run next may update the
 * loop's time, and the timer is then due in this phase. */
static void arm_timer(gj_runtime *runtime) {
  double next = runtime->times[GJ_NEXT_TIMER];
  if (next == 0) {
    return;
  }
  double wait = next - (double)(uv_now(runtime->loop) - runtime->timer_base);
  uv_timer_start(&runtime->timer, on_timer, wait < 1 ? 1 : (uint64_t)wait, 0);
}

static void on_idle(uv_idle_t *idle) {
  (void)idle; /* it only keeps the loop from sleeping while immediates wait */
}

void gj_tick_sync(gj_runtime *runtime) {
  bool timers = runtime->counts[GJ_TIMER_REFS] > 0;
  if (timers != runtime->timer_held) {
    runtime->timer_held = timers;
    (timers ? uv_ref : uv_unref)((uv_handle_t *)&runtime->timer);
  }
  bool immediates = runtime->counts[GJ_IMMEDIATE_REFS] > 0;
  if (immediates != runtime->kept_awake && runtime->counts[GJ_IN_CHECK] == 0) {
    runtime->kept_awake = immediates;
    if (immediates) {
      uv_idle_start(&runtime->idle, on_idle);
    } else {
      uv_idle_stop(&runtime->idle);
    }
  }
}

/* Immediates that do not keep the loop awake run when something else has woken it. Programs should
 * not notice the engine's own work: if the loop would still be asleep without it, these immediates
 * keep waiting. */
static bool must_wait(gj_runtime *runtime) {
  bool only_engine = runtime->engine_woke && !runtime->entered;
  runtime->engine_woke = runtime->entered = false;
  return only_engine && runtime->counts[GJ_IMMEDIATE_REFS] <= 0 &&
         uv_backend_timeout(runtime->loop) != 0;
}

static void on_check(uv_check_t *check) {
  gj_runtime *runtime = check->data;
  bool wait = must_wait(runtime);
  if (runtime->counts[GJ_FAILED] != 0) { /* ticks of an entry that threw come first, as in Node */
    gj_enter_ticks(runtime);
  }
  if (runtime->counts[GJ_IMMEDIATES] == 0 || wait) {
    return;
  }
  runtime->counts[GJ_IN_CHECK] = 1;
  do {
    gj_enter_library(runtime, gj_pin_object(&runtime->run_immediate), 0, NULL);
    gj_enter_finish(runtime);
  } while (runtime->counts[GJ_IN_CHECK] != 0);
}

/* schedule(ms): the timer of the loop fires this many milliseconds from now. */
GJ_FUNCTION(schedule) {
  gj_runtime *runtime = gj_runtime_self();
  double wait = gj_to_number(js, argv[0]);
  uv_timer_start(&runtime->timer, on_timer, wait < 1 ? 1 : (uint64_t)wait, 0);
  return gj_undefined(js);
}

/* onTimer(run), onImmediate(run): what to call for them, when JavaScript first has some. */
GJ_FUNCTION(on_timer_call) {
  gj_runtime_self()->run_timer = gj_pin_new(js, argv[0]);
  return gj_undefined(js);
}

GJ_FUNCTION(on_immediate_call) {
  gj_runtime_self()->run_immediate = gj_pin_new(js, argv[0]);
  return gj_undefined(js);
}

gj_object gj_tick_binding(gj_context js) {
  static const gj_export exports[] = {
      {"schedule", schedule},
      {"onTimer", on_timer_call},
      {"onImmediate", on_immediate_call},
      {NULL, NULL},
  };
  gj_runtime *runtime = gj_runtime_self();
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  gj_set(js, binding, "now", gj_direct_clock_function(js, now_ms));
  gj_object microtasks = gj_direct_microtasks_function(js);
  gj_set(js, binding, "microtasks", microtasks != NULL ? microtasks : gj_undefined(js));
  gj_set(js, binding, "counts", gj_bytes_int32(js, runtime->counts, GJ_COUNTS));
  gj_set(js, binding, "times", gj_bytes_float64(js, runtime->times, GJ_TIMES));
  return binding;
}

void gj_tick_start(gj_runtime *runtime) {
  runtime->timer_base = uv_now(runtime->loop);
  uv_loop_configure(runtime->loop, UV_METRICS_IDLE_TIME); /* for performance.nodeTiming */
  uv_timer_init(runtime->loop, &runtime->timer);
  uv_unref((uv_handle_t *)&runtime->timer);
  uv_check_init(runtime->loop, &runtime->check);
  uv_idle_init(runtime->loop, &runtime->idle);
  runtime->timer.data = runtime;
  runtime->check.data = runtime;
  uv_check_start(&runtime->check, on_check);
  uv_unref((uv_handle_t *)&runtime->check);
}

void gj_tick_stop(gj_runtime *runtime) {
  uv_close((uv_handle_t *)&runtime->timer, NULL);
  uv_close((uv_handle_t *)&runtime->check, NULL);
  uv_close((uv_handle_t *)&runtime->idle, NULL);
}
