/* SPDX-License-Identifier: MIT */
/*
 * The table of sites: open addressing by the address of the subject, one for the process, since the
 * loops of all threads rarely use it at the same time. Without memory, nothing is recorded.
 */
#include "trace/sites.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "os/clock.h"
#include "os/symbols.h"

enum { FRAMES = 12, FIRST_CAPACITY = 256, FRAMES_SHOWN = 3 };

typedef struct {
  const void *subject; /* NULL: free */
  const void *owner;
  int kind;
  int count;
  uint64_t since_ns;
  char *text;           /* what the teller said; NULL: see frames */
  void *frames[FRAMES]; /* return addresses, innermost first */
} gy_site;

bool gy_sites_on;

static struct {
  pthread_mutex_t lock;
  gy_site *sites;
  size_t capacity; /* a power of two, or 0 */
  size_t used;
  gy_site_teller *teller;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void before_fork(void) { pthread_mutex_lock(&table.lock); }
static void after_fork(void) { pthread_mutex_unlock(&table.lock); }

static void start_once(void) {
  void *frames[FRAMES];
  gy_symbol_frames(frames, FRAMES); /* the first time it loads what unwinds */
  pthread_atfork(before_fork, after_fork, after_fork);
  gy_sites_on = true;
}

void gy_sites_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start_once);
}

void gy_sites_set_teller(gy_site_teller *teller) { table.teller = teller; }

static size_t place_of(const void *subject) {
  uint64_t mixed = (uint64_t)(uintptr_t)subject * UINT64_C(0x9e3779b97f4a7c15);
  return (size_t)(mixed >> 32) & (table.capacity - 1);
}

/* Where the subject is, or would be put. */
static gy_site *find(const void *subject) {
  size_t at = place_of(subject);
  while (table.sites[at].subject != NULL && table.sites[at].subject != subject) {
    at = (at + 1) & (table.capacity - 1);
  }
  return &table.sites[at];
}

static bool make_room(void) {
  if (table.used * 2 < table.capacity) {
    return true;
  }
  size_t before = table.capacity;
  size_t capacity = before == 0 ? FIRST_CAPACITY : before * 2;
  gy_site *old = table.sites;
  gy_site *sites = gy_alloc_zeroed(capacity, sizeof(*sites));
  if (sites == NULL) {
    return table.used + 1 < before;
  }
  table.sites = sites;
  table.capacity = capacity;
  for (size_t i = 0; i < before; i++) {
    if (old[i].subject != NULL) {
      *find(old[i].subject) = old[i];
    }
  }
  gy_free(old);
  return true;
}

/* The text is made outside of the lock: the code that makes it may create things itself. */
void gy_sites_add(const void *owner, const void *subject, int kind) {
  char text[GY_SITE_TEXT];
  gy_site site = {.subject = subject, .owner = owner, .kind = kind, .since_ns = gy_clock_ns()};
  if (table.teller != NULL && table.teller(text, sizeof(text)) != 0) {
    site.text = gy_alloc_string(text);
  } else {
    site.count = gy_symbol_frames(site.frames, FRAMES);
  }
  gy_sites_remove(subject); /* memory is used again without uv_close, where programs are careless */
  pthread_mutex_lock(&table.lock);
  bool room = make_room();
  if (room) {
    *find(subject) = site;
    table.used++;
  }
  pthread_mutex_unlock(&table.lock);
  if (!room) {
    gy_free(site.text);
  }
}

/* Those behind a place that becomes free move up, if they would not be found else. */
static void close_gap(size_t gap) {
  size_t mask = table.capacity - 1;
  for (size_t at = (gap + 1) & mask; table.sites[at].subject != NULL; at = (at + 1) & mask) {
    size_t home = place_of(table.sites[at].subject);
    if (((at - home) & mask) >= ((at - gap) & mask)) {
      table.sites[gap] = table.sites[at];
      gap = at;
    }
  }
  table.sites[gap].subject = NULL;
}

void gy_sites_remove(const void *subject) {
  char *text = NULL;
  pthread_mutex_lock(&table.lock);
  gy_site *site = table.capacity == 0 ? NULL : find(subject);
  if (site != NULL && site->subject != NULL) {
    text = site->text;
    table.used--;
    close_gap((size_t)(site - table.sites));
  }
  pthread_mutex_unlock(&table.lock);
  gy_free(text);
}

uint64_t gy_sites_tell(const void *subject, char text[GY_SITE_TEXT]) {
  gy_site site = {.since_ns = 0};
  text[0] = 0;
  pthread_mutex_lock(&table.lock);
  const gy_site *found = table.capacity == 0 ? NULL : find(subject);
  if (found != NULL && found->subject != NULL) {
    site = *found;
    if (site.text != NULL) {
      strncat(text, site.text, GY_SITE_TEXT - 1);
    }
  }
  pthread_mutex_unlock(&table.lock);
  if (site.count > 0) {
    int first = gy_symbol_skip_library(site.frames, site.count);
    gy_symbol_line(site.frames + first, site.count - first, FRAMES_SHOWN, text, GY_SITE_TEXT);
  }
  return site.since_ns;
}

size_t gy_sites_requests(const void *owner, gy_site_request *requests, size_t max) {
  size_t count = 0;
  pthread_mutex_lock(&table.lock);
  for (size_t i = 0; i < table.capacity; i++) {
    const gy_site *site = &table.sites[i];
    if (site->subject != NULL && site->owner == owner && site->kind != 0) {
      if (count < max) {
        requests[count] = (gy_site_request){site->subject, site->kind};
      }
      count++;
    }
  }
  pthread_mutex_unlock(&table.lock);
  return count;
}
