/* SPDX-License-Identifier: MIT */
/*
 * Figures: see figures.h. A callback is counted once: of nested calls (a runtime's function inside
 * of the loop's callback) the innermost; ticks and microtasks count separately. It counts for the
 * phase that it ran in, when that phase ends.
 */
#include "trace/figures.h"

#include <stdio.h>
#include <stdlib.h>

#define LONG_NS 10e6   /* what takes longer is reported while it lasts */
#define RECENT_NS 5e9  /* percentiles are of this time */
#define INSIDE_MAX 256 /* open spans of a thread */

static void add_sample(gy_figures_samples *samples, double time, double value) {
  samples->values[samples->next] = value;
  samples->times[samples->next] = time;
  samples->next = (samples->next + 1) % GY_FIGURES_SAMPLES;
  samples->count += samples->count < GY_FIGURES_SAMPLES;
}

/* How much of it lies after the last figures. */
static double overlap(const gy_figures *figures, double start, double end) {
  start = start > figures->from ? start : figures->from;
  return end > start ? end - start : 0;
}

void gy_figures_thread_added(gy_figures *figures, const char *type) {
  if (figures->thread_count < GY_FIGURES_THREADS) {
    figures->threads[figures->thread_count++] = (gy_figures_thread){.is_loop = type[0] == 'l'};
  }
}

static bool is_timer(int kind) {
  return kind == GY_KIND_TIMER || kind == GY_KIND_TIMEOUT || kind == GY_KIND_INTERVAL;
}

static void note_due(gy_figures *figures, const gy_trace_item *item) {
  if (is_timer(item->kind)) {
    figures->due[item->id % GY_FIGURES_DUE] =
        (gy_figures_due){.id = item->id, .delay_ms = item->value, .since = item->start};
  }
}

/* An interval is due again, counted from this call. A timer of the loop may repeat with another
 * time than it was started with: it counts once. */
static void note_lag(gy_figures *figures, const gy_trace_item *call) {
  gy_figures_due *due = &figures->due[call->cause % GY_FIGURES_DUE];
  if (is_timer(call->kind) && call->cause != 0 && due->id == call->cause) {
    double lag = call->start - due->since - (double)due->delay_ms * 1e6;
    add_sample(&figures->lag, call->start, lag > 0 ? lag : 0);
    due->since = call->start;
    due->id = call->kind == GY_KIND_INTERVAL ? due->id : 0;
  }
}

static void add_call(gy_figures *figures, gy_figures_thread *thread, const gy_trace_item *item,
                     unsigned depth) {
  if (item->kind == GY_KIND_TICK || item->kind == GY_KIND_MICROTASK) {
    thread->ticking = thread->ticking == 0 ? item->start : thread->ticking;
    thread->microtasks += item->kind == GY_KIND_MICROTASK;
    return;
  }
  bool has_inner = (int32_t)(item->id - thread->last_call) < 0; /* it began later, and has ended */
  thread->last_call = item->id;
  if (!has_inner) {
    figures->calls++;
    thread->waiting += depth > 0;
    note_lag(figures, item);
  }
}

static void add_microtasks(gy_figures *figures, gy_figures_thread *thread, int32_t ran) {
  figures->microtasks += ran >= 0 ? (uint32_t)ran : thread->microtasks;
  thread->microtasks = 0;
}

static void add_phase(gy_figures *figures, gy_figures_thread *thread, int phase) {
  if (phase < GYRE_PHASE_COUNT) {
    figures->phases[phase] += thread->waiting;
  }
  thread->waiting = 0;
}

void gy_figures_add(gy_figures *figures, const gy_trace_item *item, unsigned depth) {
  unsigned number = item->thread & ~(unsigned)GY_ITEM_OPEN;
  if (number >= figures->thread_count) {
    return;
  }
  gy_figures_thread *thread = &figures->threads[number];
  double end = item->start + item->duration;
  if (depth == 0 && item->event < GY_EVENT_POOL_WAIT) {
    thread->covered += overlap(figures, item->start, end);
  }
  if (item->event < GY_EVENT_SCHEDULE && item->event != GY_EVENT_CALL) {
    thread->ticking = 0;
  }
  switch (item->event) {
    case GY_EVENT_TURN:
      figures->turns++;
      break;
    case GY_EVENT_PHASE:
      add_phase(figures, thread, item->kind);
      break;
    case GY_EVENT_SLEEP:
      thread->slept += overlap(figures, item->start, end);
      break;
    case GY_EVENT_CALL:
      add_call(figures, thread, item, depth);
      break;
    case GY_EVENT_TICKS:
      figures->ticks += item->value > 0 ? (uint32_t)item->value : 0;
      break;
    case GY_EVENT_MICROTASKS:
      add_microtasks(figures, thread, item->value);
      break;
    case GY_EVENT_POOL_WAIT:
      add_sample(&figures->wait, end, item->duration);
      break;
    case GY_EVENT_SCHEDULE:
      note_due(figures, item);
      break;
    default:
      break;
  }
}

/* ---- Writing ----------------------------------------------------------------------------------
 */

static int compare(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return difference < 0 ? -1 : difference > 0;
}

/* The recent ones in their order; how many. */
static unsigned sort_recent(const gy_figures_samples *samples, double now, double *values) {
  unsigned count = 0;
  for (unsigned i = 0; i < samples->count; i++) {
    if (samples->times[i] >= now - RECENT_NS) {
      values[count++] = samples->values[i];
    }
  }
  qsort(values, count, sizeof(*values), compare);
  return count;
}

static void write_lag(const gy_figures *figures, double now, gy_output *output) {
  double values[GY_FIGURES_SAMPLES];
  unsigned count = sort_recent(&figures->lag, now, values);
  if (count == 0) {
    gy_output_text(output, ",\"lag\":null");
  } else {
    gy_output_format(output, ",\"lag\":{\"p50\":%.0f,\"p99\":%.0f,\"max\":%.0f}",
                     values[(count - 1) / 2], values[(count - 1) * 99 / 100], values[count - 1]);
  }
}

static void write_pool(const gy_figures *figures, double now, gy_output *output) {
  double values[GY_FIGURES_SAMPLES];
  gyre_pool_metrics_t pool;
  unsigned count = sort_recent(&figures->wait, now, values);
  gyre_pool_metrics(&pool);
  gy_output_format(output,
                   ",\"pool\":{\"threads\":%u,\"busy\":%u,\"queued\":%u,\"wait_p99\":%.0f,"
                   "\"wait_max\":%.0f}",
                   pool.threads, pool.busy, pool.queued,
                   count == 0 ? 0 : values[(count - 1) * 99 / 100],
                   count == 0 ? 0 : values[count - 1]);
}

static void write_rates(const gy_figures *figures, double seconds, gy_output *output) {
  gy_output_text(output, ",\"rates\":{");
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    gy_output_format(output, "\"%s\":%.1f,", gyre_phase_name((gyre_phase)phase),
                     (double)figures->phases[phase] / seconds);
  }
  gy_output_format(output, "\"ticks\":%.1f,\"microtasks\":%.1f}", (double)figures->ticks / seconds,
                   (double)figures->microtasks / seconds);
}

/* What is running on the threads of loops now. */
typedef struct {
  double utilisation; /* of the loop that has most to do */
  double starving;    /* for how long ticks or microtasks have run */
  double inside_for;
  int inside_kind; /* of the innermost running call, if it takes long */
  uint32_t inside_label;
  bool is_pending; /* the label is one of label.c */
} moment;

static void note_starving(moment *seen, double time) {
  if (time > LONG_NS && time > seen->starving) {
    seen->starving = time;
  }
}

static void note_inside(moment *seen, double time, int kind, uint32_t label, bool is_pending) {
  if (time > LONG_NS && time > seen->inside_for) {
    seen->inside_for = time;
    seen->inside_kind = kind;
    seen->inside_label = label;
    seen->is_pending = is_pending;
  }
}

static void look_at_spans(moment *seen, const gy_trace_item *spans, unsigned count, double now) {
  for (unsigned i = 0; i < count; i++) {
    if (spans[i].event == GY_EVENT_TICKS || spans[i].event == GY_EVENT_MICROTASKS) {
      note_starving(seen, now - spans[i].start);
    }
  }
  while (count > 0 && (spans[count - 1].event != GY_EVENT_CALL ||
                       (spans[count - 1].thread & GY_ITEM_OPEN) != 0)) {
    count--;
  }
  if (count > 0) {
    const gy_trace_item *call = &spans[count - 1];
    note_inside(seen, now - call->start, call->kind, call->label, false);
  }
}

/* A loop that is awake and writes nothing is in a call that its runtime has not recorded yet. */
static void look_at_pending(moment *seen, unsigned number, const gy_collect *collect, double now) {
  int kind = GY_KIND_NONE;
  uint32_t label = 0;
  double last = gy_collect_pending(collect, number, &kind, &label);
  if (kind > GY_KIND_NONE && kind < GY_KIND_COUNT) {
    note_inside(seen, now - last, kind, label, true);
  } else if (kind == GYRE_TRACE_KEPT_MICROTASKS) {
    note_starving(seen, now - last);
  }
}

static void look_at_thread(const gy_figures *figures, moment *seen, unsigned number,
                           const gy_collect *collect, double now) {
  gy_trace_item spans[INSIDE_MAX];
  const gy_figures_thread *thread = &figures->threads[number];
  unsigned count = gy_collect_inside(collect, number, spans, INSIDE_MAX);
  double covered = thread->covered;
  double slept = thread->slept;
  if (count > 0) {
    covered += overlap(figures, spans[0].start, now);
    const gy_trace_item *top = &spans[count - 1];
    slept += top->event == GY_EVENT_SLEEP ? overlap(figures, top->start, now) : 0;
  }
  double time = now - figures->from;
  double utilisation = time > 0 ? (covered - slept) / time : 0;
  utilisation = utilisation > 1 ? 1 : utilisation;
  seen->utilisation = utilisation > seen->utilisation ? utilisation : seen->utilisation;
  look_at_spans(seen, spans, count, now);
  bool is_asleep = count > 0 && spans[count - 1].event == GY_EVENT_SLEEP;
  if (!is_asleep) {
    look_at_pending(seen, number, collect, now);
  }
  if (thread->ticking != 0 && !is_asleep) { /* so many that the beginning is lost */
    note_starving(seen, now - thread->ticking);
  }
}

static void write_label(uint32_t label, gy_output *output) {
  char text[512] = "";
  if (label < gy_trace_label_count()) {
    snprintf(text, sizeof(text), "%s %s", gy_trace_label_name(label), gy_trace_label_site(label));
  }
  gy_output_json(output, text);
}

static void write_moment(const moment *seen, gy_figures_namer *namer, void *context,
                         gy_output *output) {
  gy_output_format(output, ",\"utilisation\":%.4f,\"starving\":%.0f,\"inside\":", seen->utilisation,
                   seen->starving);
  if (seen->inside_for == 0) {
    gy_output_text(output, "null");
    return;
  }
  gy_output_format(output,
                   "{\"kind\":\"%s\",\"for\":%.0f,\"label\":", gy_kind_names[seen->inside_kind],
                   seen->inside_for);
  if (seen->is_pending) {
    write_label(seen->inside_label, output);
  } else {
    namer(context, seen->inside_label, output);
  }
  gy_output_text(output, "}");
}

void gy_figures_begin(gy_figures *figures, double now) {
  figures->from = now;
  figures->turns = figures->calls = figures->ticks = figures->microtasks = 0;
  for (int phase = 0; phase < GYRE_PHASE_COUNT; phase++) {
    figures->phases[phase] = 0;
  }
  for (unsigned i = 0; i < figures->thread_count; i++) {
    figures->threads[i].covered = figures->threads[i].slept = 0;
  }
}

void gy_figures_write(gy_figures *figures, const gy_collect *collect, double now,
                      gy_figures_namer *namer, void *context, gy_output *output) {
  double seconds = (now - figures->from) / 1e9;
  moment seen = {0};
  for (unsigned i = 0; i < figures->thread_count; i++) {
    if (figures->threads[i].is_loop) {
      look_at_thread(figures, &seen, i, collect, now);
    }
  }
  gy_output_format(output, "\"time\":%.0f,\"turns\":%llu,\"calls\":%llu", now,
                   (unsigned long long)figures->turns, (unsigned long long)figures->calls);
  write_rates(figures, seconds > 0 ? seconds : 1, output);
  write_moment(&seen, namer, context, output);
  write_lag(figures, now, output);
  write_pool(figures, now, output);
  gy_figures_begin(figures, now);
}
