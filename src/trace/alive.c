/* SPDX-License-Identifier: MIT */
/* What keeps loops alive: see alive.h. */
#include "trace/alive.h"

#include <string.h>

#include "trace/roster.h"

#define ASK_NS (UINT64_C(500) * GY_CLOCK_NS_PER_MS)
#define BUSY_NS                                                                    \
  (UINT64_C(10000) * GY_CLOCK_NS_PER_MS) /* so long the last answer is good enough \
                                          */

typedef struct {
  gy_alive *alive;
  const gy_collect *collect;
  bool has_timer;    /* that of a runtime keeps its loop alive, so its timers do */
  unsigned requests; /* that loops count but the trace does not have */
} look;

static void add(gy_alive *alive, const char *kind, uint32_t label, double since, uint32_t count) {
  unsigned i = 0;
  while (i < alive->count &&
         (strcmp(alive->groups[i].kind, kind) != 0 || alive->groups[i].label != label)) {
    i++;
  }
  gy_alive_group *group = &alive->groups[i];
  if (i == GY_ALIVE_GROUPS) {
    *group = (gy_alive_group){.kind = "other", .count = group->count, .since = group->since};
  } else if (i == alive->count) {
    *group = (gy_alive_group){.kind = kind, .label = label};
  }
  alive->count = i == alive->count ? i + 1 : alive->count;
  group->count += count;
  group->since = group->since == 0 || since < group->since ? since : group->since;
}

static void add_entry(look *at, const gy_roster_entry *entry) {
  uint32_t label = 0;
  double since = 0;
  if (entry->is_hidden) {
    at->has_timer |= strcmp(entry->kind, "timer") == 0;
    return;
  }
  gy_collect_origin(at->collect, entry->subject, &label, &since);
  add(at->alive, entry->kind, label, since, 1);
}

static void add_roster(look *at, gy_roster *roster) {
  roster->has_told |= roster->number != 0;
  for (unsigned i = 0; i < roster->count; i++) {
    add_entry(at, &roster->entries[i]);
  }
  if (roster->total > roster->count) {
    add(at->alive, "other", 0, 0, roster->total - roster->count);
  }
  at->requests += roster->requests;
}

/* Ticks and microtasks run before the loop goes on. */
static void on_waiting(void *context, int kind, uint32_t label, double since) {
  look *at = context;
  bool is_runtimes = kind == GY_KIND_TIMEOUT || kind == GY_KIND_INTERVAL;
  bool is_short = kind == GY_KIND_TICK || kind == GY_KIND_MICROTASK || kind == GY_KIND_CALLBACK;
  if (is_short || (is_runtimes && !at->has_timer)) {
    return;
  }
  if (!is_runtimes && kind != GY_KIND_IMMEDIATE) {
    if (at->requests == 0) {
      return; /* its loop is closed, or has a better answer */
    }
    at->requests--;
  }
  add(at->alive, gy_kind_names[kind], label, since, 1);
}

static bool is_told(gy_roster *roster) {
  return atomic_load_explicit(&roster->state, memory_order_acquire) == GY_ROSTER_TOLD;
}

static bool is_open(const gy_trace_ring *ring) {
  gy_lock_acquire(&gy_roster_lock);
  bool open = ring->loop != NULL;
  gy_lock_release(&gy_roster_lock);
  return open;
}

/* The roster of an open loop; NULL: it is not one. */
static gy_roster *roster_of(gy_trace_ring *ring) {
  return ring->owner == GY_TRACE_LOOP && is_open(ring) ? gy_roster_of(ring) : NULL;
}

/* True if no loop has yet to give an answer that is worth waiting for. One that never runs never
 * answers. */
static bool have_answered(uint64_t waited_ns) {
  bool all = true;
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    gy_roster *roster = roster_of(ring);
    if (roster == NULL || is_told(roster)) {
      continue;
    }
    all &= waited_ns > (roster->has_told ? BUSY_NS : 2 * ASK_NS);
    if (waited_ns > ASK_NS && gy_roster_wake != NULL) {
      gy_roster_wake(ring);
    }
  }
  return all;
}

/* A loop whose records have not changed since its last answer has nothing new. */
static void ask(void) {
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    gy_roster *roster = roster_of(ring);
    uint64_t number = atomic_load_explicit(&ring->next, memory_order_relaxed);
    if (roster != NULL && is_told(roster) && roster->number != number) {
      atomic_store_explicit(&roster->state, GY_ROSTER_ASKED, memory_order_release);
    }
  }
}

static void take_answers(gy_alive *alive, const gy_collect *collect) {
  look at = {.alive = alive, .collect = collect};
  alive->count = 0;
  memset(alive->groups, 0, sizeof(alive->groups));
  for (gy_trace_ring *ring = gy_trace_ring_first(); ring != NULL; ring = ring->following) {
    gy_roster *roster = roster_of(ring);
    if (roster != NULL && is_told(roster)) {
      add_roster(&at, roster);
    }
  }
  gy_collect_waiting(collect, on_waiting, &at);
  if (at.requests > 0) {
    add(alive, "request", 0, 0, at.requests);
  }
}

void gy_alive_look(gy_alive *alive, const gy_collect *collect, uint64_t now_ns) {
  uint64_t waited_ns = now_ns - alive->asked_ns;
  if (have_answered(waited_ns)) {
    take_answers(alive, collect);
    if (waited_ns > ASK_NS) {
      alive->asked_ns = now_ns;
      ask();
    }
  }
}

void gy_alive_write(const gy_alive *alive, gy_figures_namer *namer, void *context,
                    gy_output *output) {
  gy_output_text(output, ",\"alive\":[");
  for (unsigned i = 0; i < alive->count; i++) {
    const gy_alive_group *group = &alive->groups[i];
    gy_output_format(output,
                     "%s{\"kind\":\"%s\",\"count\":%u,\"since\":%.0f,\"label\":", i == 0 ? "" : ",",
                     group->kind, group->count, group->since);
    namer(context, group->label, output);
    gy_output_text(output, "}");
  }
  gy_output_text(output, "]");
}
