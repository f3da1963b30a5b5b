/* SPDX-License-Identifier: MIT */
/*
 * The trace in Chrome's format, which Perfetto opens: spans as complete events in the order of
 * their starts on the lane of their thread, instants, and an arrow from the cause of a call to the
 * call. Waits for the pool overlap, so they are asynchronous events.
 */
#include <string.h>

#include "trace/export.h"
#include "trace/header.h"

static void put_time(gy_output *output, const char *name, double ns) {
  uint64_t whole = (uint64_t)ns;
  gy_output_format(output, ",\"%s\":%llu.%03u", name, (unsigned long long)(whole / 1000),
                   (unsigned)(whole % 1000));
}

static const char *name_of(const gy_trace_story *story, const gy_trace_item *item) {
  switch (item->event) {
    case GY_EVENT_CALL:
    case GY_EVENT_POOL_RUN:
      return item->label != 0 ? gy_story_label_name(story, item->label) : gy_kind_names[item->kind];
    case GY_EVENT_MARK:
      return gy_story_label_name(story, item->label);
    case GY_EVENT_PHASE:
      return gyre_phase_name(item->kind);
    default:
      return gy_event_names[item->event];
  }
}

/* The beginning of an event, which is left open for more members. */
static void put_head(gy_output *output, const char *type, const char *category, const char *name,
                     unsigned thread, double time) {
  gy_output_format(output, ",\n{\"ph\":\"%s\",\"pid\":%d,\"tid\":%u,\"cat\":\"%s\",\"name\":", type,
                   gy_header_pid(), thread, category);
  gy_output_json(output, name);
  put_time(output, "ts", time);
}

static void put_arguments(gy_output *output, const gy_trace_story *story,
                          const gy_trace_item *item) {
  const char *kind = item->event == GY_EVENT_PHASE || item->event == GY_EVENT_LIMIT
                         ? gyre_phase_name(item->kind)
                     : item->event == GY_EVENT_SLEEP ? gy_reason_names[item->kind]
                                                     : gy_kind_names[item->kind];
  gy_output_format(output, ",\"args\":{\"kind\":\"%s\",\"value\":%d", kind, item->value);
  if (item->subject != 0) {
    gy_output_format(output, ",\"subject\":%u", item->subject);
  }
  if (item->label != 0) {
    gy_output_text(output, ",\"where\":");
    gy_output_json(output, gy_story_label_name(story, item->label));
    gy_output_text(output, ",\"site\":");
    gy_output_json(output, gy_story_label_site(story, item->label));
  }
  if ((item->thread & GY_ITEM_OPEN) != 0) {
    gy_output_text(output, ",\"open\":true");
  }
  gy_output_text(output, "}}");
}

static void put_item(gy_output *output, const gy_trace_story *story, const gy_trace_item *item) {
  const char *category = gy_event_names[item->event];
  const char *name = name_of(story, item);
  unsigned thread = item->thread & ~GY_ITEM_OPEN;
  if (item->event == GY_EVENT_POOL_WAIT) {
    put_head(output, "b", category, name, thread, item->start);
    gy_output_format(output, ",\"id\":%u", item->id);
    put_arguments(output, story, item);
    put_head(output, "e", category, name, thread, item->start + item->duration);
    gy_output_format(output, ",\"id\":%u}", item->id);
  } else if (item->event < GY_EVENT_SCHEDULE) {
    put_head(output, "X", category, name, thread, item->start);
    put_time(output, "dur", item->duration);
    put_arguments(output, story, item);
  } else {
    put_head(output, "i", category, name, thread, item->start);
    gy_output_text(output, ",\"s\":\"t\"");
    put_arguments(output, story, item);
  }
}

static void put_arrow(gy_output *output, const gy_trace_story *story, const gy_trace_item *item) {
  if (item->cause == 0) {
    return;
  }
  const gy_trace_item *cause = GY_ARRAY_AT(&story->items, gy_trace_item, item->cause - 1);
  put_head(output, "s", "cause", "cause", cause->thread & ~GY_ITEM_OPEN, cause->start);
  gy_output_format(output, ",\"id\":%u}", item->id);
  put_head(output, "f", "cause", "cause", item->thread & ~GY_ITEM_OPEN, item->start);
  gy_output_format(output, ",\"id\":%u,\"bp\":\"e\"}", item->id);
}

static void put_threads(gy_output *output, const gy_trace_story *story) {
  for (size_t i = 0; i < GY_ARRAY_COUNT(&story->threads, gy_story_thread); i++) {
    const gy_story_thread *thread = GY_ARRAY_AT(&story->threads, gy_story_thread, i);
    gy_output_format(output,
                     ",\n{\"ph\":\"M\",\"pid\":%d,\"tid\":%zu,\"name\":\"thread_name\","
                     "\"args\":{\"name\":",
                     gy_header_pid(), i);
    gy_output_json(output, gy_story_text(story, thread->name));
    gy_output_text(output, "}}");
  }
}

void gy_chrome_write(gy_output *output, const gy_trace_story *story) {
  gy_output_format(output,
                   "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"dropped\":%llu,\"clock\":\"%s\"},"
                   "\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":%d,\"tid\":0,"
                   "\"name\":\"process_name\",\"args\":{\"name\":",
                   (unsigned long long)story->dropped, story->is_virtual ? "virtual" : "monotonic",
                   gy_header_pid());
  gy_header_put_program(output);
  gy_output_text(output, "}}");
  put_threads(output, story);
  for (size_t i = 0; i < GY_ARRAY_COUNT(&story->items, gy_trace_item); i++) {
    const gy_trace_item *item = GY_ARRAY_AT(&story->items, gy_trace_item, i);
    put_item(output, story, item);
    put_arrow(output, story, item);
  }
  gy_output_text(output, "\n]}\n");
}
