/* SPDX-License-Identifier: MIT */
/*
 * All items of a trace in one place, for the writers of files. Items come when they end; here they
 * are sorted by their starts, and numbered without gaps.
 */
#include <string.h>

#include "trace/collect.h"

const char *const gy_event_names[GY_EVENT_COUNT] = {
#define EVENT(NAME, text) [GY_EVENT_##NAME] = text,
#include "trace/event.def"
#undef EVENT
};

const char *const gy_kind_names[GY_KIND_COUNT] = {
#define KIND(NAME, text) [GY_KIND_##NAME] = text,
#include "trace/event.def"
#undef KIND
};

const char *const gy_reason_names[GY_REASON_COUNT] = {
#define REASON(NAME, text) [GY_REASON_##NAME] = text,
#include "trace/event.def"
#undef REASON
};

static size_t keep(gy_trace_story *story, const char *text) {
  size_t size = strlen(text) + 1;
  size_t offset = story->texts.used;
  char *copy = gy_array_add(&story->texts, size);
  if (copy == NULL) {
    return 0;
  }
  memcpy(copy, text, size);
  return offset;
}

/* By its number, which is its place; there may be gaps until all have come. */
static void on_item(void *context, const gy_trace_item *item, unsigned depth) {
  gy_trace_story *story = context;
  size_t count = GY_ARRAY_COUNT(&story->items, gy_trace_item);
  size_t missing = item->id < count ? 0 : item->id + 1 - count;
  if (missing > 0 && (gy_array_add(&story->depths, missing * sizeof(depth)) == NULL ||
                      gy_array_add(&story->items, missing * sizeof(*item)) == NULL)) {
    return;
  }
  *GY_ARRAY_AT(&story->depths, unsigned, item->id) = depth;
  *GY_ARRAY_AT(&story->items, gy_trace_item, item->id) = *item;
}

static void on_label(void *context, const char *name, const char *site) {
  gy_trace_story *story = context;
  gy_story_label label = {.name = keep(story, name), .site = keep(story, site)};
  gy_story_label *place = gy_array_add(&story->labels, sizeof(label));
  if (place != NULL) {
    *place = label;
  }
}

static void on_object(void *context, int kind, uint32_t label) {
  gy_trace_story *story = context;
  gy_story_object *place = gy_array_add(&story->objects, sizeof(*place));
  if (place != NULL) {
    *place = (gy_story_object){.kind = (uint32_t)kind, .label = label};
  }
}

static void on_thread(void *context, const char *name, const char *type) {
  gy_trace_story *story = context;
  gy_story_thread thread = {.name = keep(story, name), .type = keep(story, type)};
  gy_story_thread *place = gy_array_add(&story->threads, sizeof(thread));
  if (place != NULL) {
    *place = thread;
  }
}

/* An item and what goes with it, while they are put in order. */
typedef struct {
  gy_trace_item item;
  unsigned depth;
} entry;

static bool comes_before(const entry *one, const entry *other) {
  return one->item.start < other->item.start ||
         (one->item.start == other->item.start && one->item.id < other->item.id);
}

/* Runs of WIDTH in FROM become runs of twice that in TO. */
static void merge_runs(const entry *from, entry *to, size_t count, size_t width) {
  for (size_t begin = 0; begin < count; begin += 2 * width) {
    size_t middle = begin + width < count ? begin + width : count;
    size_t end = begin + 2 * width < count ? begin + 2 * width : count;
    size_t left = begin;
    size_t right = middle;
    for (size_t at = begin; at < end; at++) {
      bool take_left = left < middle && (right == end || comes_before(&from[left], &from[right]));
      to[at] = take_left ? from[left++] : from[right++];
    }
  }
}

/* Not qsort, which allocates. NULL: no memory. */
static entry *sort(gy_array *memory, entry *entries, size_t count) {
  entry *other = gy_array_add(memory, count * sizeof(*other));
  for (size_t width = 1; other != NULL && width < count; width *= 2) {
    merge_runs(entries, other, count, width);
    entry *swapped = entries;
    entries = other;
    other = swapped;
  }
  return other == NULL ? NULL : entries;
}

/* Without gaps, by start: a span whose begin was lost may have begun before what has its number. */
static void renumber(gy_trace_story *story) {
  size_t known = GY_ARRAY_COUNT(&story->items, gy_trace_item);
  const gy_trace_item *items = story->items.data;
  gy_array gathered = {0};
  gy_array spare = {0};
  gy_array map = {0};
  uint32_t *numbers = gy_array_add(&map, (known + 1) * sizeof(*numbers));
  entry *entries = gy_array_add(&gathered, (known + 1) * sizeof(*entries));
  size_t count = 0;
  for (size_t i = 0; i < known && entries != NULL; i++) {
    if (items[i].event != GY_EVENT_NONE) {
      entries[count++] = (entry){items[i], *GY_ARRAY_AT(&story->depths, unsigned, i)};
    }
  }
  entries = numbers == NULL || count == 0 ? NULL : sort(&spare, entries, count);
  for (size_t i = 0; i < count && entries != NULL; i++) {
    numbers[entries[i].item.id] = (uint32_t)i + 1;
  }
  count = entries == NULL ? 0 : count;
  for (size_t i = 0; i < count; i++) {
    gy_trace_item *item = GY_ARRAY_AT(&story->items, gy_trace_item, i);
    *item = entries[i].item;
    item->id = (uint32_t)i + 1;
    item->cause = item->cause < known ? numbers[item->cause] : 0;
    *GY_ARRAY_AT(&story->depths, unsigned, i) = entries[i].depth;
  }
  story->items.used = count * sizeof(*items);
  gy_array_free(&gathered);
  gy_array_free(&spare);
  gy_array_free(&map);
}

void gy_story_tell(gy_trace_story *story) {
  *story = (gy_trace_story){0};
  gy_collect_sink sink = {on_item, on_label, on_object, on_thread, story};
  keep(story, "");
  on_label(story, "", "");
  on_object(story, GY_KIND_NONE, 0);
  gy_collect *collect = gy_collect_new(&sink);
  if (collect == NULL) {
    return;
  }
  gy_collect_take(collect);
  gy_collect_close(collect);
  story->duration = gy_collect_time(collect);
  story->dropped = gy_collect_lost(collect);
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    story->is_virtual |= ring->is_virtual;
  }
  gy_collect_free(collect);
  renumber(story);
}

void gy_story_free(gy_trace_story *story) {
  gy_array_free(&story->items);
  gy_array_free(&story->depths);
  gy_array_free(&story->labels);
  gy_array_free(&story->objects);
  gy_array_free(&story->threads);
  gy_array_free(&story->texts);
}

const char *gy_story_label_name(const gy_trace_story *story, uint32_t label) {
  return gy_story_text(story, GY_ARRAY_AT(&story->labels, gy_story_label, label)->name);
}

const char *gy_story_label_site(const gy_trace_story *story, uint32_t label) {
  return gy_story_text(story, GY_ARRAY_AT(&story->labels, gy_story_label, label)->site);
}
