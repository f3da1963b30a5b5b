/* SPDX-License-Identifier: MIT */
/*
 * The trace as text, for people and for diff: one line per item, in the order of time, nested items
 * indented. The first 30 columns have the start and the duration, in milliseconds; the rest is the
 * same for two runs that do the same.
 */
#include "trace/export.h"

static const char *kind_name(const gy_trace_item *item) {
  if (item->event == GY_EVENT_PHASE || item->event == GY_EVENT_LIMIT) {
    return gyre_phase_name(item->kind);
  }
  return gy_kind_names[item->kind];
}

static const gy_trace_item *cause_of(const gy_trace_story *story, const gy_trace_item *item) {
  return item->cause == 0 ? NULL : GY_ARRAY_AT(&story->items, gy_trace_item, item->cause - 1);
}

static void put_subject(gy_output *output, const gy_trace_item *item) {
  if (item->subject != 0) {
    gy_output_format(output, " #%u", item->subject);
  }
}

/* WORD and the name of LABEL, if there is one. */
static void put_label(gy_output *output, const gy_trace_story *story, const char *word,
                      uint32_t label) {
  if (label != 0) {
    gy_output_text(output, word);
    gy_output_text(output, gy_story_label_name(story, label));
  }
}

static void put_sleep(gy_output *output, const gy_trace_item *item) {
  const char *reason = gy_reason_names[item->kind < GY_REASON_COUNT ? item->kind : 0];
  if (item->value < 0) {
    gy_output_text(output, "sleep until something happens");
  } else if (item->value == 0) {
    gy_output_format(output, "no sleep: %s", reason);
  } else {
    gy_output_format(output, "sleep up to %d ms: %s", item->value, reason);
  }
}

static void put_call(gy_output *output, const gy_trace_story *story, const gy_trace_item *item) {
  const gy_trace_item *cause = cause_of(story, item);
  gy_output_text(output, kind_name(item));
  put_subject(output, item);
  put_label(output, story, " ", item->label);
  if (cause != NULL) {
    put_label(output, story, ", from ", cause->label);
  }
}

static void put_instant(gy_output *output, const gy_trace_story *story, const gy_trace_item *item,
                        const char *word) {
  gy_output_format(output, "%s %s", word, kind_name(item));
  put_subject(output, item);
  if (item->event == GY_EVENT_SCHEDULE && item->kind == GY_KIND_TIMER) {
    gy_output_format(output, " in %d ms", item->value);
  }
  put_label(output, story, " by ", item->label);
}

static void put_item(gy_output *output, const gy_trace_story *story, const gy_trace_item *item) {
  static const char *const modes[] = {"default", "once", "nowait"};
  switch (item->event) {
    case GY_EVENT_RUN:
      gy_output_format(output, "run %s", modes[(unsigned)item->value < 3 ? item->value : 0]);
      break;
    case GY_EVENT_TURN:
      gy_output_format(output, "turn %d", item->value);
      break;
    case GY_EVENT_PHASE:
      gy_output_text(output, kind_name(item));
      break;
    case GY_EVENT_SLEEP:
      put_sleep(output, item);
      break;
    case GY_EVENT_CALL:
      put_call(output, story, item);
      break;
    case GY_EVENT_TICKS:
    case GY_EVENT_MICROTASKS:
      gy_output_text(output, gy_event_names[item->event]);
      if (item->value >= 0) { /* a runtime need not know */
        gy_output_format(output, ": %d", item->value);
      }
      break;
    case GY_EVENT_SCHEDULE:
      put_instant(output, story, item, "start");
      break;
    case GY_EVENT_CANCEL:
      put_instant(output, story, item, "stop");
      break;
    case GY_EVENT_CREATE:
      put_instant(output, story, item, "make");
      break;
    case GY_EVENT_DESTROY:
      gy_output_text(output, "closed");
      put_subject(output, item);
      break;
    case GY_EVENT_SIGNAL:
    case GY_EVENT_STARVE:
      gy_output_format(output, "%s %d", gy_event_names[item->event], item->value);
      break;
    case GY_EVENT_MARK:
      gy_output_text(output, "mark: ");
      gy_output_json(output, gy_story_label_name(story, item->label));
      break;
    default: /* limit, pool-wait, pool-run */
      gy_output_format(output, "%s ", gy_event_names[item->event]);
      put_call(output, story, item);
  }
}

/* A loop's lines stand as they are; those of others say whose they are. */
static void put_thread(gy_output *output, const gy_trace_story *story, unsigned thread) {
  const gy_story_thread *of = GY_ARRAY_AT(&story->threads, gy_story_thread, thread);
  const char *name = gy_story_text(story, of->name);
  if (thread != 1) {
    gy_output_format(output, "[%s] ", name);
  }
}

void gy_text_write(gy_output *output, const gy_trace_story *story) {
  size_t count = GY_ARRAY_COUNT(&story->items, gy_trace_item);
  gy_output_text(output, "      start ms     takes ms\n");
  for (size_t i = 0; i < count; i++) {
    const gy_trace_item *item = GY_ARRAY_AT(&story->items, gy_trace_item, i);
    unsigned depth = *GY_ARRAY_AT(&story->depths, unsigned, i);
    bool is_span = item->event < GY_EVENT_SCHEDULE;
    gy_output_format(output, "%14.6f ", item->start / 1e6);
    if (is_span) {
      gy_output_format(output, "%12.6f", item->duration / 1e6);
    } else {
      gy_output_text(output, "            ");
    }
    gy_output_format(output, "   %*s", 2 * (int)depth, "");
    put_thread(output, story, item->thread & ~GY_ITEM_OPEN);
    put_item(output, story, item);
    gy_output_text(output, (item->thread & GY_ITEM_OPEN) != 0 ? " (cut off)\n" : "\n");
  }
  if (story->dropped > 0) {
    gy_output_format(output, "%llu older records were dropped (GYRE_TRACE_EVENTS)\n",
                     (unsigned long long)story->dropped);
  }
}
