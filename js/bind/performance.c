/* SPDX-License-Identifier: MIT */
/* binding('performance'): clocks and the figures of the loop, for js/lib/internal/perf. Times are
 * milliseconds since the process began. */
#include "runtime/runtime.h"

static double since_start(uint64_t time_ns) {
  return ((double)time_ns - (double)gj_runtime_self()->start_ns) / 1e6;
}

GJ_FUNCTION(now) {
  return gj_number(js, (double)(uv_hrtime() - gj_runtime_self()->start_ns) / 1e6);
}
GJ_DIRECT(now)

/* origin(): when the process began, in milliseconds of the calendar. */
GJ_FUNCTION(origin) {
  uv_timespec64_t calendar;
  uv_clock_gettime(UV_CLOCK_REALTIME, &calendar);
  double now_ms = (double)calendar.tv_sec * 1e3 + (double)calendar.tv_nsec / 1e6;
  return gj_number(js, now_ms - since_start(uv_hrtime()));
}

/* idle(): how long the loop has slept. */
GJ_FUNCTION(idle) {
  return gj_number(js, (double)uv_metrics_idle_time(gj_runtime_self()->loop) / 1e6);
}

/* milestones(): [engine ready, library ready, loop started or 0]. */
GJ_FUNCTION(milestones) {
  const gj_runtime *runtime = gj_runtime_self();
  gj_value values[] = {
      gj_number(js, since_start(runtime->engine_ns)),
      gj_number(js, since_start(runtime->boot_ns)),
      gj_number(js, runtime->loop_ns == 0 ? 0 : since_start(runtime->loop_ns)),
  };
  return gj_array(js, 3, values);
}

/* metrics(): [turns, events, events that waited] of the loop. */
GJ_FUNCTION(metrics) {
  uv_metrics_t figures;
  uv_metrics_info(gj_runtime_self()->loop, &figures);
  gj_value values[] = {
      gj_number(js, (double)figures.loop_count),
      gj_number(js, (double)figures.events),
      gj_number(js, (double)figures.events_waiting),
  };
  return gj_array(js, 3, values);
}

gj_object gj_bind_performance(gj_context js) {
  static const gj_export exports[] = {
      {"now", now, now_direct},   {"origin", origin},   {"idle", idle},
      {"milestones", milestones}, {"metrics", metrics}, {NULL, NULL},
  };
  gj_object binding = gj_object_new(js);
  gj_set_exports(js, binding, exports);
  return binding;
}
