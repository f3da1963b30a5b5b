/* SPDX-License-Identifier: MIT */
/* The events of streams: see feed.h. */
#include "trace/feed.h"

#include <string.h>
#include <sys/mman.h>

#include "trace/alive.h"
#include "trace/header.h"

#define ITEMS (1u << 16)                    /* that are kept */
#define RECORDS_AT_ONCE ((uint64_t)1 << 17) /* a program that writes more is too fast for us */
#define OBJECTS (1u << 16)                  /* the same */
#define LABELS_MAX (1u << 16)
#define LABEL_BYTES_MAX ((size_t)8 << 20)
#define TEXT_MAX 1024
#define THREADS_MAX 2049
#define MESSAGE_SIZE ((size_t)256 << 10)
#define NAMES_SIZE (MESSAGE_SIZE / 4)
#define ITEMS_AT_ONCE 3072     /* fit into a message; whole groups of three bytes */
#define ITEMS_A_SECOND 65536.0 /* a page cannot draw more, and encoding costs time */
#define FIGURES_SIZE ((size_t)48 << 10)

struct gy_feed_stream {
  bool has_header;
  bool has_end;
  uint64_t item; /* the next of each */
  uint64_t object;
  uint32_t label;
  uint32_t thread;
  uint64_t skipped; /* items */
  uint64_t lost;    /* records that were overwritten before it began */
  uint64_t figures; /* number of the last that were told */
  double allowance; /* of items */
  double allowed;   /* when it was raised */
  char message[MESSAGE_SIZE];
};

struct gy_feed {
  gy_collect *collect;
  bool is_virtual;
  bool ended;
  double now;
  uint64_t item_count;
  uint64_t object_count;
  gy_array labels; /* gy_story_label; the first is none */
  gy_array texts;
  gy_array threads; /* gy_story_thread */
  uint64_t figures_count;
  size_t figures_size;
  gy_figures figures;
  gy_alive alive;
  char figures_text[FIGURES_SIZE];
  gy_story_object objects[OBJECTS];
  gy_trace_item items[ITEMS];
};

static void *map(size_t size) {
  void *memory =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? NULL : memory;
}

/* ---- What the collector tells ------------------------------------------------------------------
 */

static void on_item(void *context, const gy_trace_item *item, unsigned depth) {
  gy_feed *feed = context;
  feed->items[feed->item_count++ % ITEMS] = *item;
  gy_figures_add(&feed->figures, item, depth);
}

static size_t keep(gy_feed *feed, const char *text) {
  size_t size = strnlen(text, TEXT_MAX);
  size_t offset = feed->texts.used;
  char *copy = offset + size < LABEL_BYTES_MAX ? gy_array_add(&feed->texts, size + 1) : NULL;
  if (copy == NULL) {
    return 0; /* an empty one is there */
  }
  memcpy(copy, text, size);
  return offset;
}

/* Beyond the bound they have no names. */
static void on_label(void *context, const char *name, const char *site) {
  gy_feed *feed = context;
  gy_story_label *place = GY_ARRAY_COUNT(&feed->labels, gy_story_label) < LABELS_MAX
                              ? gy_array_add(&feed->labels, sizeof(*place))
                              : NULL;
  if (place != NULL) {
    place->name = keep(feed, name);
    place->site = keep(feed, site);
  }
}

static void on_object(void *context, int kind, uint32_t label) {
  gy_feed *feed = context;
  feed->objects[feed->object_count++ % OBJECTS] =
      (gy_story_object){.kind = (uint32_t)kind, .label = label};
}

static void on_thread(void *context, const char *name, const char *type) {
  gy_feed *feed = context;
  gy_story_thread *place = gy_array_add(&feed->threads, sizeof(*place));
  if (place != NULL) {
    place->name = keep(feed, name);
    place->type = keep(feed, type);
  }
  gy_figures_thread_added(&feed->figures, type);
}

gy_feed *gy_feed_new(void) {
  gy_feed *feed = map(sizeof(*feed));
  if (feed == NULL) {
    return NULL;
  }
  keep(feed, "");
  on_label(feed, "", "");
  on_object(feed, GY_KIND_NONE, 0);
  gy_collect_sink sink = {on_item, on_label, on_object, on_thread, feed};
  feed->collect = gy_collect_new(&sink);
  if (feed->collect == NULL) {
    munmap(feed, sizeof(*feed));
    return NULL;
  }
  return feed;
}

/* Nanoseconds since the trace began. */
static double time_now(void) { return (double)(gy_trace_moment_now().ns - gy_trace_began().ns); }

static void take(gy_feed *feed) {
  feed->now = time_now(); /* what is in progress afterwards was so then */
  gy_collect_skip(feed->collect, RECORDS_AT_ONCE);
  gy_collect_take(feed->collect);
}

/* Not before the rate of the rings' clock is known well: times are not sent twice. */
void gy_feed_take(gy_feed *feed) {
  if (time_now() > GY_COLLECT_LEARNS_NS) {
    take(feed);
  }
}

void gy_feed_end(gy_feed *feed) {
  take(feed);
  gy_collect_close(feed->collect);
  feed->ended = true;
}

/* ---- Figures ----------------------------------------------------------------------------------
 */

static const char *text_at(const gy_feed *feed, size_t offset) {
  return (const char *)feed->texts.data + offset;
}

static void put_label(void *context, uint32_t label, gy_output *output) {
  const gy_feed *feed = context;
  char text[2 * TEXT_MAX + 2] = "";
  if (label < GY_ARRAY_COUNT(&feed->labels, gy_story_label)) {
    const gy_story_label *known = GY_ARRAY_AT(&feed->labels, gy_story_label, label);
    const char *site = text_at(feed, known->site);
    strcpy(text, text_at(feed, known->name));
    strcat(text, text[0] != '\0' && site[0] != '\0' ? " " : "");
    strcat(text, site);
  }
  gy_output_json(output, text);
}

/* Into memory: one that does not fit has an error. */
static gy_output output_to(char *bytes, size_t size) {
  return (gy_output){.file = -1, .bytes = bytes, .size = size};
}

void gy_feed_skip_figures(gy_feed *feed) { gy_figures_begin(&feed->figures, feed->now); }

void gy_feed_figures(gy_feed *feed) {
  gy_output output = output_to(feed->figures_text, FIGURES_SIZE);
  gy_figures_write(&feed->figures, feed->collect, feed->now, put_label, feed, &output);
  gy_alive_look(&feed->alive, feed->collect, gy_clock_ns());
  gy_alive_write(&feed->alive, put_label, feed, &output);
  feed->figures_size = output.error == 0 ? output.used : 0;
  feed->figures_count++;
}

/* ---- Messages ---------------------------------------------------------------------------------
 */

static void put_thread(const gy_feed *feed, size_t number, gy_output *output) {
  const gy_story_thread *thread = GY_ARRAY_AT(&feed->threads, gy_story_thread, number);
  gy_output_text(output, "{\"name\":");
  gy_output_json(output, text_at(feed, thread->name));
  gy_output_text(output, ",\"type\":");
  gy_output_json(output, text_at(feed, thread->type));
  gy_output_text(output, "}");
}

/* Names come after it, as many as there are, in pieces. */
static void put_header(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  gy_output_text(output, "retry: 1000\nevent: header\ndata: ");
  gy_header_begin(output, feed->is_virtual);
  gy_output_format(output,
                   ",\"live\":true,\"duration\":%.0f,\"dropped\":0,\"count\":0,"
                   "\"labels\":[[\"\",\"\"]],\"objects\":[[0,0]],\"threads\":[",
                   feed->now);
  stream->thread = (uint32_t)GY_ARRAY_COUNT(&feed->threads, gy_story_thread);
  for (uint32_t i = 0; i < stream->thread; i++) {
    gy_output_text(output, i == 0 ? "" : ",");
    put_thread(feed, i, output);
  }
  gy_output_text(output, "]}\n\n");
  stream->has_header = true;
}

static void put_figures(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  uint64_t dropped = gy_collect_lost(feed->collect) - stream->lost + stream->skipped;
  stream->figures = feed->figures_count;
  if (feed->figures_size > 0) {
    gy_output_text(output, "event: stats\ndata: {");
    gy_output_put(output, feed->figures_text, feed->figures_size);
    gy_output_format(output, ",\"dropped\":%llu}\n\n", (unsigned long long)dropped);
  }
}

static void put_label_pair(const gy_feed *feed, uint32_t number, gy_output *output) {
  const gy_story_label *label = GY_ARRAY_AT(&feed->labels, gy_story_label, number);
  gy_output_text(output, "[");
  gy_output_json(output, text_at(feed, label->name));
  gy_output_text(output, ",");
  gy_output_json(output, text_at(feed, label->site));
  gy_output_text(output, "]");
}

static void put_labels(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  uint32_t count = (uint32_t)GY_ARRAY_COUNT(&feed->labels, gy_story_label);
  gy_output_format(output, "\"labels\":{\"from\":%u,\"add\":[", stream->label);
  for (bool more = false; stream->label < count && output->used < NAMES_SIZE; more = true) {
    gy_output_text(output, more ? "," : "");
    put_label_pair(feed, stream->label++, output);
  }
  gy_output_text(output, "]}");
}

/* Those that are not kept any more are skipped. */
static void put_objects(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  if (feed->object_count > stream->object + OBJECTS) {
    stream->object = feed->object_count - OBJECTS;
  }
  gy_output_format(output, ",\"objects\":{\"from\":%llu,\"add\":[",
                   (unsigned long long)stream->object);
  for (bool more = false; stream->object < feed->object_count && output->used < 2 * NAMES_SIZE;
       more = true) {
    const gy_story_object *object = &feed->objects[stream->object++ % OBJECTS];
    gy_output_format(output, "%s[%u,%u]", more ? "," : "", object->kind, object->label);
  }
  gy_output_text(output, "]}");
}

static void put_threads(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  uint32_t count = (uint32_t)GY_ARRAY_COUNT(&feed->threads, gy_story_thread);
  gy_output_format(output, ",\"threads\":{\"from\":%u,\"add\":[", stream->thread);
  for (bool more = false; stream->thread < count && output->used < 3 * NAMES_SIZE; more = true) {
    gy_output_text(output, more ? "," : "");
    put_thread(feed, stream->thread++, output);
  }
  gy_output_text(output, "]}");
}

static bool has_all_names(const gy_feed *feed, const gy_feed_stream *stream) {
  return stream->label == GY_ARRAY_COUNT(&feed->labels, gy_story_label) &&
         stream->object == feed->object_count &&
         stream->thread == GY_ARRAY_COUNT(&feed->threads, gy_story_thread);
}

static void put_names(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  gy_output_text(output, "event: names\ndata: {");
  put_labels(feed, stream, output);
  put_objects(feed, stream, output);
  put_threads(feed, stream, output);
  gy_output_text(output, "}\n\n");
}

/* A viewer that is too slow, or would get more than it can take, continues with newer items. */
static uint64_t items_for(const gy_feed *feed, gy_feed_stream *stream) {
  double raised = stream->allowance + (feed->now - stream->allowed) * ITEMS_A_SECOND / 1e9;
  stream->allowance = raised < ITEMS ? raised : ITEMS;
  stream->allowed = feed->now;
  uint64_t most = feed->ended ? ITEMS : (uint64_t)stream->allowance;
  uint64_t there = feed->item_count - stream->item;
  if (there > ITEMS / 2 && there > most) {
    stream->skipped += there - most;
    stream->item += there - most;
    there = most;
  }
  return there < most ? there : most;
}

static void put_items(const gy_feed *feed, gy_feed_stream *stream, uint64_t count,
                      gy_output *output) {
  count = count < ITEMS_AT_ONCE ? count : ITEMS_AT_ONCE;
  gy_output_format(output,
                   "id: %llu\nevent: items\ndata: ", (unsigned long long)(stream->item + count));
  stream->allowance = stream->allowance > (double)count ? stream->allowance - (double)count : 0;
  while (count > 0) { /* in threes, and up to the end of the ring of items */
    uint64_t part = count < 3 ? count : 3;
    gy_trace_item items[3];
    for (uint64_t i = 0; i < part; i++) {
      items[i] = feed->items[(stream->item + i) % ITEMS];
    }
    gy_output_base64(output, items, part * sizeof(items[0]));
    stream->item += part;
    count -= part;
  }
  gy_output_text(output, "\n\n");
}

static void put_end(gy_feed_stream *stream, gy_output *output) {
  gy_output_text(output, "event: end\ndata: {}\n\n");
  stream->has_end = true;
}

/* Names before the items that have them. */
static void fill(const gy_feed *feed, gy_feed_stream *stream, gy_output *output) {
  if (!stream->has_header) {
    put_header(feed, stream, output);
  }
  if (stream->figures != feed->figures_count) {
    put_figures(feed, stream, output);
  }
  if (!has_all_names(feed, stream)) {
    put_names(feed, stream, output);
    return;
  }
  uint64_t count = items_for(feed, stream);
  if (count > 0) {
    put_items(feed, stream, count, output);
  } else if (feed->ended && !stream->has_end) {
    put_end(stream, output);
  }
}

/* For a new viewer, what is already overwritten does not count as missed. */
gy_feed_stream *gy_feed_open(gy_feed *feed, uint64_t after) {
  gy_feed_stream *stream = map(sizeof(*stream));
  uint64_t oldest = feed->item_count > ITEMS ? feed->item_count - ITEMS : 0;
  if (stream != NULL) {
    bool goes_on = after > 0 && after <= feed->item_count;
    stream->item = goes_on && after > oldest ? after : oldest;
    stream->skipped = goes_on && after < oldest ? oldest - after : 0;
    stream->object = stream->label = 1;
    stream->allowance = ITEMS;
    stream->allowed = feed->now;
    stream->figures = feed->figures_count;
    stream->lost = gy_collect_lost(feed->collect);
  }
  return stream;
}

size_t gy_feed_next(gy_feed *feed, gy_feed_stream *stream, const char **bytes, bool *last) {
  gy_output output = output_to(stream->message, MESSAGE_SIZE);
  fill(feed, stream, &output);
  *bytes = stream->message;
  *last = stream->has_end;
  return output.error == 0 ? output.used : 0;
}

void gy_feed_close(gy_feed *feed, gy_feed_stream *stream) {
  (void)feed;
  munmap(stream, sizeof(*stream));
}
