/* SPDX-License-Identifier: MIT */
/*
 * The trace as a page: that of view/, which is embedded (page_text.S), with the trace in the place
 * of its marker.
 */
#include <string.h>

#include "trace/export.h"
#include "trace/header.h"
#include "trace/page.h"

#define MARKER "<!--TRACE-->"
#define ITEMS_AT_ONCE 768 /* whole groups of three bytes */

static void put_labels(gy_output *output, const gy_trace_story *story) {
  gy_output_text(output, ",\"labels\":[");
  for (uint32_t i = 0; i < GY_ARRAY_COUNT(&story->labels, gy_story_label); i++) {
    gy_output_text(output, i == 0 ? "[" : ",[");
    gy_output_json(output, gy_story_label_name(story, i));
    gy_output_text(output, ",");
    gy_output_json(output, gy_story_label_site(story, i));
    gy_output_text(output, "]");
  }
  gy_output_text(output, "]");
}

static void put_objects(gy_output *output, const gy_trace_story *story) {
  gy_output_text(output, ",\"objects\":[");
  for (size_t i = 0; i < GY_ARRAY_COUNT(&story->objects, gy_story_object); i++) {
    const gy_story_object *object = GY_ARRAY_AT(&story->objects, gy_story_object, i);
    gy_output_format(output, "%s[%u,%u]", i == 0 ? "" : ",", object->kind, object->label);
  }
  gy_output_text(output, "]");
}

static void put_threads(gy_output *output, const gy_trace_story *story) {
  gy_output_text(output, ",\"threads\":[");
  for (size_t i = 0; i < GY_ARRAY_COUNT(&story->threads, gy_story_thread); i++) {
    const gy_story_thread *thread = GY_ARRAY_AT(&story->threads, gy_story_thread, i);
    gy_output_text(output, i == 0 ? "{\"name\":" : ",{\"name\":");
    gy_output_json(output, gy_story_text(story, thread->name));
    gy_output_text(output, ",\"type\":");
    gy_output_json(output, gy_story_text(story, thread->type));
    gy_output_text(output, "}");
  }
  gy_output_text(output, "]");
}

static void put_items(gy_output *output, const gy_trace_story *story) {
  const char *at = story->items.data;
  size_t left = story->items.used;
  while (left > 0) {
    size_t part = left < ITEMS_AT_ONCE * 40 ? left : ITEMS_AT_ONCE * 40;
    gy_output_base64(output, at, part);
    at += part;
    left -= part;
  }
}

/* Writes TEXT up to the marker; returns what comes after it. */
static const char *put_until_marker(gy_output *output, const char *text, size_t size) {
  const char *marker = memmem(text, size, MARKER, strlen(MARKER));
  const char *end = marker == NULL ? text + size : marker;
  gy_output_put(output, text, (size_t)(end - text));
  return marker == NULL ? end : end + strlen(MARKER);
}

void gy_page_write(gy_output *output, const gy_trace_story *story) {
  const char *rest = put_until_marker(output, gy_page_text, gy_page_size());
  gy_output_text(output, "<script id=\"trace\" type=\"application/json\">");
  gy_header_begin(output, story->is_virtual);
  gy_output_format(output, ",\"duration\":%.0f,\"dropped\":%llu,\"count\":%zu", story->duration,
                   (unsigned long long)story->dropped,
                   GY_ARRAY_COUNT(&story->items, gy_trace_item));
  put_threads(output, story);
  put_labels(output, story);
  put_objects(output, story);
  gy_output_text(output, "}</script>\n<script id=\"items\" type=\"application/octet-stream\">");
  put_items(output, story);
  gy_output_text(output, "</script>");
  gy_output_put(output, rest, (size_t)(gy_page_text + gy_page_size() - rest));
}
