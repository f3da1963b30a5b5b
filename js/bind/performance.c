/* SPDX-License-Identifier: MIT */
/* binding('performance'): clocks and the figures of the loop, for js/lib/internal/perf. Times are
 * milliseconds since the process began. */
#include "runtime/runtime.h"

static double since_start(uint64_t time_ns) {
  return ((double)time_ns - (double)gy_runtime_self()->start_ns) / 1e6;
}

GY_FUNCTION(now) {
  return gy_number(js, (double)(uv_hrtime() - gy_runtime_self()->start_ns) / 1e6);
}

/* origin(): when the process began, in milliseconds of the calendar. */
GY_FUNCTION(origin) {
  uv_timespec64_t calendar;
  uv_clock_gettime(UV_CLOCK_REALTIME, &calendar);
  double now_ms = (double)calendar.tv_sec * 1e3 + (double)calendar.tv_nsec / 1e6;
  return gy_number(js, now_ms - since_start(uv_hrtime()));
}

/* idle(): how long the loop has slept. */
GY_FUNCTION(idle) {
  return gy_number(js, (double)uv_metrics_idle_time(gy_runtime_self()->loop) / 1e6);
}

/* milestones(): [engine ready, library ready, loop started or 0]. */
GY_FUNCTION(milestones) {
  const gy_runtime *runtime = gy_runtime_self();
  gy_value values[] = {
      gy_number(js, since_start(runtime->engine_ns)),
      gy_number(js, since_start(runtime->boot_ns)),
      gy_number(js, runtime->loop_ns == 0 ? 0 : since_start(runtime->loop_ns)),
  };
  return gy_array(js, 3, values);
}

/* metrics(): [turns, events, events that waited] of the loop. */
GY_FUNCTION(metrics) {
  uv_metrics_t figures;
  uv_metrics_info(gy_runtime_self()->loop, &figures);
  gy_value values[] = {
      gy_number(js, (double)figures.loop_count),
      gy_number(js, (double)figures.events),
      gy_number(js, (double)figures.events_waiting),
  };
  return gy_array(js, 3, values);
}

gy_object gy_bind_performance(gy_context js) {
  static const gy_export exports[] = {
      {"now", now},         {"origin", origin}, {"idle", idle}, {"milestones", milestones},
      {"metrics", metrics}, {NULL, NULL},
  };
  gy_object binding = gy_object_new(js);
  gy_set_exports(js, binding, exports);
  return binding;
}
