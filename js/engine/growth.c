/* SPDX-License-Identifier: MIT */
/* How much new objects may take before the engine collects. The engine gives them a share of what
 * is in use (context.c), so a server that allocates much and keeps little collects very often. Here
 * they get more room while collections take a noticeable part of the time, up to a limit, and less
 * again when they do not.
 *
 * The figures and the limits are the heap's own. Where they are is found when a thread collects
 * often: right after a collection they depend on each other, and on the time, in a way that nothing
 * else in a VM does. Two collections have to tell the same single place. Until then, and if there
 * is no such place, nothing is written. All of this runs on the thread of the context. */
#include <gyre.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/memory.h"
#include "engine/private.h"

#define MB ((size_t)1 << 20)
#define MOST (24 * MB)   /* room that is added */
#define SHARE_OF_RAM 128 /* and not more than this part of the machine's memory */
#define WINDOW_S 0.5     /* at least, of which the share of collections is taken */
#define OFTEN 20         /* collections a second: worth to look at what they take */
#define TARGET 0.04      /* of the time */
#define LATELY_S 1.0     /* a collection that has just ended began after this */
#define SEARCHED 32768   /* bytes of a VM, which contains its heap */
#define TRIES 50         /* collections after which the search is given up */

/* From m_sizeAfterLastCollect to m_maxHeapSize. */
enum { SIZE, EDEN = 9, LIMIT = 11, SIZES };
/* From m_lastGCStartTime to m_totalGCTime, in seconds. */
enum { START, END, CURRENT, END_FULL, TOTAL, TIMES };

typedef struct {
  size_t sizes, times; /* offsets in a VM */
} gj_places;

typedef struct {
  JSContextGroupRef group;
  gj_places at;
  int tries; /* to find that place */
  enum { WATCHING, SEARCHING, ON, GIVEN_UP } state;
  size_t most, added, applied;
  double full_s;          /* when the last full collection ended */
  double window_s, total; /* when the window began, and the time of collections then */
  unsigned collections;   /* since then */
} gj_growth;

static _Thread_local gj_growth *growth;

/* Real time, also where the loop's is virtual. */
static double clock_s(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool are_sizes(const size_t *words) {
  return words[SIZE] >= MB / 8 && words[LIMIT] > words[EDEN] &&
         words[LIMIT] - words[EDEN] == words[SIZE];
}

static bool are_times(const double *words, double now_s) {
  return words[START] > now_s - LATELY_S && words[END] > words[START] && words[END] <= now_s &&
         words[CURRENT] == words[START] && words[END_FULL] <= words[END] &&
         words[TOTAL] >= words[END] - words[START] && words[TOTAL] < now_s;
}

/* Each in exactly one place. */
static bool find(JSContextGroupRef group, double now_s, gj_places *at) {
  unsigned sizes = 0, times = 0;
  char *vm = gj_memory_room(SEARCHED);
  size_t size = vm == NULL ? 0 : gj_private_read(group, vm, SEARCHED);
  for (size_t i = 0; i + SIZES * sizeof(size_t) <= size; i += sizeof(size_t)) {
    size_t words[SIZES];
    double seconds[TIMES];
    memcpy(words, vm + i, sizeof(words));
    memcpy(seconds, vm + i, sizeof(seconds));
    if (are_sizes(words)) {
      at->sizes = i;
      sizes++;
    }
    if (are_times(seconds, now_s)) {
      at->times = i;
      times++;
    }
  }
  free(vm);
  return sizes == 1 && times == 1;
}

static size_t *sizes_of(const gj_growth *self) {
  return (size_t *)(void *)((char *)(void *)self->group + self->at.sizes);
}

static const double *times_of(const gj_growth *self) {
  return (const double *)(const void *)((const char *)self->group + self->at.times);
}

static size_t most(void) {
  uint64_t ram = uv_get_total_memory();
  uint64_t constrained = uv_get_constrained_memory();
  uint64_t share = (constrained != 0 && constrained < ram ? constrained : ram) / SHARE_OF_RAM;
  return share < MOST ? (size_t)share : MOST;
}

static void search(gj_growth *self, double now_s) {
  gj_places at;
  if (find(self->group, now_s, &at)) {
    self->state = memcmp(&at, &self->at, sizeof(at)) == 0 ? ON : SEARCHING;
    self->at = at;
    self->total = times_of(self)[TOTAL];
    self->full_s = times_of(self)[END_FULL];
  } else if (++self->tries == TRIES) {
    self->state = GIVEN_UP;
  }
}

/* With N times the room, collections take an Nth of the time. */
static void decide(gj_growth *self, double passed_s) {
  double total = times_of(self)[TOTAL];
  double share = (total - self->total) / passed_s;
  double room = (double)sizes_of(self)[EDEN];
  double more = room * share / TARGET - (room - (double)self->applied);
  self->total = total;
  self->added = more <= 0 ? 0 : more < (double)self->most ? (size_t)more : self->most;
}

/* A full collection computes the limits anew, another one keeps them. */
static void apply(gj_growth *self) {
  size_t *words = sizes_of(self);
  double full_s = times_of(self)[END_FULL];
  if (!are_sizes(words)) {
    return;
  }
  if (full_s != self->full_s || words[EDEN] < self->applied) {
    self->full_s = full_s;
    self->applied = 0;
  }
  words[EDEN] += self->added - self->applied;
  words[LIMIT] += self->added - self->applied;
  self->applied = self->added;
}

static void on_collected(JSContextGroupRef group, void *arg) {
  gj_growth *self = arg;
  double now_s = clock_s();
  double passed_s = now_s - self->window_s;
  (void)group;
  self->collections++;
  if (passed_s >= WINDOW_S) {
    if (self->state == ON) {
      decide(self, passed_s);
    } else if (self->state == WATCHING && self->collections > OFTEN * passed_s) {
      self->state = SEARCHING;
      self->most = most();
    }
    self->window_s = now_s;
    self->collections = 0;
  }
  if (self->state == SEARCHING) {
    search(self, now_s);
  } else if (self->state == ON) {
    apply(self);
  }
}

void gj_growth_begin(gj_context js) {
  if (gj_private_has(GJ_PART_growth)) {
    gj_growth *self = gj_memory_new(sizeof(*self), "the room of new objects");
    self->group = JSContextGetGroup(js);
    self->window_s = clock_s();
    gj_jsc.growth_begin(self->group, on_collected, self);
    growth = self;
  }
}

void gj_growth_end(void) {
  if (growth != NULL) {
    gj_jsc.growth_end(growth->group, on_collected, growth);
    free(growth);
    growth = NULL;
  }
}
