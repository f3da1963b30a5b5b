/* SPDX-License-Identifier: MIT */
/* Timers and immediates of JavaScript on the loop. JavaScript keeps them
 * (js/lib/internal/timers.js, immediates.js); here are one timer for the list that is due first,
 * and a check handle. Each callback is an entry of its own, so that ticks and microtasks run
 * between any two. */
#include "runtime/runtime.h"

static void arm_timer(gy_runtime *runtime);

/* The time of JavaScript's timers: milliseconds since the process began, read anew. */
static double now_ms(void) {
  gy_runtime *runtime = gy_runtime_self();
  uv_update_time(runtime->loop);
  return (double)(uv_now(runtime->loop) - runtime->timer_base);
}

static void run_timers(gy_runtime *runtime) {
  do {
    gy_enter_library(runtime, gy_pin_object(&runtime->run_timer), 0, NULL);
    if (runtime->counts[GY_TIMERS] == 0) {
      arm_timer(runtime);
      gy_enter_ticks(runtime);
    } else {
      gy_enter_finish(runtime);
    }
  } while (runtime->counts[GY_TIMERS] != 0);
}

/* Our loop collects what is due and runs that alone; the loop of Node 20 looks again after every
 * timer, and the ticks of the last one may have taken long. */
static void on_timer(uv_timer_t *timer) {
  do {
    uv_timer_stop(timer);
    run_timers(timer->data);
  } while (uv_is_active((uv_handle_t *)timer) && uv_timer_get_due_in(timer) == 0);
}

/* Counts from the time that the loop has, not from the clock, as Node: ticks that run next may set
 * the loop's time, and the timer is then due in this phase. */
static void arm_timer(gy_runtime *runtime) {
  double next = runtime->times[GY_NEXT_TIMER];
  if (next == 0) {
    return;
  }
  double wait = next - (double)(uv_now(runtime->loop) - runtime->timer_base);
  uv_timer_start(&runtime->timer, on_timer, wait < 1 ? 1 : (uint64_t)wait, 0);
}

static void on_idle(uv_idle_t *idle) {
  (void)idle; /* it only keeps the loop from sleeping while immediates wait */
}

void gy_tick_sync(gy_runtime *runtime) {
  bool timers = runtime->counts[GY_TIMER_REFS] > 0;
  if (timers != runtime->timer_held) {
    runtime->timer_held = timers;
    (timers ? uv_ref : uv_unref)((uv_handle_t *)&runtime->timer);
  }
  bool immediates = runtime->counts[GY_IMMEDIATE_REFS] > 0;
  if (immediates != runtime->kept_awake && runtime->counts[GY_IN_CHECK] == 0) {
    runtime->kept_awake = immediates;
    if (immediates) {
      uv_idle_start(&runtime->idle, on_idle);
    } else {
      uv_idle_stop(&runtime->idle);
    }
  }
}

/* Immediates that do not keep the loop awake run when something else has woken it. The engine's own
 * work is nothing that a program should notice: if without it the loop would still be asleep, they
 * go on waiting. */
static bool must_wait(gy_runtime *runtime) {
  bool only_engine = runtime->engine_woke && !runtime->entered;
  runtime->engine_woke = runtime->entered = false;
  return only_engine && runtime->counts[GY_IMMEDIATE_REFS] <= 0 &&
         uv_backend_timeout(runtime->loop) != 0;
}

static void on_check(uv_check_t *check) {
  gy_runtime *runtime = check->data;
  bool wait = must_wait(runtime);
  if (runtime->counts[GY_FAILED] != 0) { /* ticks of an entry that threw come first, as in Node */
    gy_enter_ticks(runtime);
  }
  if (runtime->counts[GY_IMMEDIATES] == 0 || wait) {
    return;
  }
  runtime->counts[GY_IN_CHECK] = 1;
  do {
    gy_enter_library(runtime, gy_pin_object(&runtime->run_immediate), 0, NULL);
    gy_enter_finish(runtime);
  } while (runtime->counts[GY_IN_CHECK] != 0);
}

/* schedule(ms): the timer of the loop fires so many milliseconds from now. */
GY_FUNCTION(schedule) {
  gy_runtime *runtime = gy_runtime_self();
  double wait = gy_to_number(js, argv[0]);
  uv_timer_start(&runtime->timer, on_timer, wait < 1 ? 1 : (uint64_t)wait, 0);
  return gy_undefined(js);
}

/* onTimer(run), onImmediate(run): what to call for them, when JavaScript first has some. */
GY_FUNCTION(on_timer_call) {
  gy_runtime_self()->run_timer = gy_pin_new(js, argv[0]);
  return gy_undefined(js);
}

GY_FUNCTION(on_immediate_call) {
  gy_runtime_self()->run_immediate = gy_pin_new(js, argv[0]);
  return gy_undefined(js);
}

gy_object gy_tick_binding(gy_context js) {
  static const gy_export exports[] = {
      {"schedule", schedule},
      {"onTimer", on_timer_call},
      {"onImmediate", on_immediate_call},
      {NULL, NULL},
  };
  gy_runtime *runtime = gy_runtime_self();
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  gy_set(js, binding, "now", gy_direct_clock_function(js, now_ms));
  gy_object microtasks = gy_direct_microtasks_function(js);
  gy_set(js, binding, "microtasks", microtasks != NULL ? microtasks : gy_undefined(js));
  gy_set(js, binding, "counts", gy_bytes_int32(js, runtime->counts, GY_COUNTS));
  gy_set(js, binding, "times", gy_bytes_float64(js, runtime->times, GY_TIMES));
  return binding;
}

void gy_tick_start(gy_runtime *runtime) {
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

void gy_tick_stop(gy_runtime *runtime) {
  uv_close((uv_handle_t *)&runtime->timer, NULL);
  uv_close((uv_handle_t *)&runtime->check, NULL);
  uv_close((uv_handle_t *)&runtime->idle, NULL);
}
