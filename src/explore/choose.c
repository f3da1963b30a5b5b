/* SPDX-License-Identifier: MIT */
/*
 * Decisions: requested by the loop (loop/choose.h), made by a strategy, a schedule or the program,
 * counted, and recorded if they are not 0.
 *
 *   GYRE_EXPLORE=seed:N[,NAME][,record:FD][,journal:FD][,date:MS]    a seed, perhaps a strategy
 *   GYRE_REPLAY=FILE                                    a schedule: lines "kind label#n pick/count"
 *
 * The variables are for this process only. They are emptied, because children live in real time.
 */
#include "explore/choose.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/check.h"
#include "explore/journal.h"
#include "os/environment.h"
#include "os/virtual.h"

#define LABEL_MAX 40
#define COUNTERS 1024    /* a program has some dozens of kinds and labels */
#define RECORD_HEAD 128  /* size of a record's first line, which is rewritten */
#define RECORD_MAX 65536 /* decisions beyond this size are not recorded */

/* The last eleven are numbers of events. */
const uint32_t gy_choose_times_us[GY_DELAYS] = {
    0,      1,      1000,   1500,    2000,    3000,    4000,  6000,   8000,   12000,
    16000,  20000,  24000,  32000,   48000,   64000,   96000, 128000, 192000, 256000,
    384000, 512000, 768000, 1000000, 1500000, 2000000, 1,     2,      3,      4,
    6,      8,      12,     16,      24,      32,      48};

static const char *const kinds[] = {"start", "end", "ready", "close", "stall", "read"};
_Static_assert(sizeof(kinds) / sizeof(kinds[0]) == GYRE_CHOICE_COUNT, "a name each");

/* How often something was decided; in a schedule: what was decided. */
typedef struct {
  char label[LABEL_MAX];
  uint8_t kind;
  unsigned count;
} counter;

typedef struct {
  char label[LABEL_MAX];
  uint8_t kind;
  unsigned occurrence;
  unsigned pick;
} decision;

bool gy_choose_on;
_Thread_local unsigned gy_choose_chain __attribute__((tls_model("initial-exec")));
_Thread_local uint64_t gy_choose_subject __attribute__((tls_model("initial-exec")));
_Thread_local unsigned gy_choose_occurrence __attribute__((tls_model("initial-exec")));

static struct {
  pthread_mutex_t lock;
  gy_strategy strategy;
  decision *schedule; /* NULL: the strategy decides */
  unsigned schedule_count;
  gyre_choose_cb choose; /* NULL: the program has none */
  void *choose_arg;
  counter counters[COUNTERS];
  int record; /* a descriptor, or -1 */
  off_t record_end;
  unsigned recorded;
  uint64_t order; /* hash of the events so far */
  uint64_t events;
  uint64_t decisions;
  bool external;
  bool threads;
  bool hangs;
} choose = {.lock = PTHREAD_MUTEX_INITIALIZER, .record = -1};

/* Under the lock. NULL: the table is full, and nothing is decided. */
static counter *counter_of(unsigned kind, const char *label) {
  uint64_t hash = kind + 1;
  for (const char *at = label; *at != 0; at++) {
    hash = (hash ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
  }
  for (unsigned i = 0; i < COUNTERS; i++) {
    counter *one = &choose.counters[(hash + i) % COUNTERS];
    if (one->label[0] == 0) {
      snprintf(one->label, sizeof(one->label), "%s", label);
      one->kind = (uint8_t)kind;
      return one;
    }
    if (one->kind == kind && strncmp(one->label, label, LABEL_MAX - 1) == 0) {
      return one;
    }
  }
  return NULL;
}

/* The record is for the driver that started this process. It must be complete at any time, because
 * the process may end in any way. */
static void write_head(void) {
  char line[RECORD_HEAD + 1];
  if (choose.record < 0) {
    return;
  }
  int length = snprintf(line, sizeof(line),
                        "order %016" PRIx64 " events %" PRIu64 " decisions %" PRIu64
                        " external %d threads %d hangs %d time %" PRIu64,
                        choose.order, choose.events, choose.decisions, choose.external,
                        choose.threads, choose.hangs, gy_virtual_now());
  memset(line + length, ' ', sizeof(line) - (size_t)length);
  line[RECORD_HEAD - 1] = '\n';
  if (pwrite(choose.record, line, RECORD_HEAD, 0) != RECORD_HEAD) {
    choose.record = -1; /* nobody reads it any more */
  }
}

static void write_down(unsigned kind, const char *label, unsigned occurrence, unsigned pick,
                       unsigned count) {
  char line[128];
  if (choose.record < 0 || choose.recorded++ >= RECORD_MAX) {
    return;
  }
  int length = snprintf(line, sizeof(line), "%s %.*s#%u %u/%u\n", kinds[kind], LABEL_MAX - 1, label,
                        occurrence, pick, count);
  if (pwrite(choose.record, line, (size_t)length, choose.record_end) == length) {
    choose.record_end += length;
  }
}

static unsigned by_schedule(unsigned kind, const char *label, unsigned occurrence) {
  for (unsigned i = 0; i < choose.schedule_count; i++) {
    const decision *one = &choose.schedule[i];
    if (one->kind == kind && one->occurrence == occurrence &&
        strncmp(one->label, label, LABEL_MAX - 1) == 0) {
      return one->pick;
    }
  }
  return 0;
}

static unsigned decide(gyre_choice kind, const char *label, unsigned occurrence, unsigned count) {
  unsigned pick;
  if (choose.choose != NULL) {
    pick = choose.choose(kind, label, occurrence, count, choose.choose_arg);
  } else if (choose.schedule != NULL) {
    pick = by_schedule(kind, label, occurrence);
  } else {
    pick = gy_strategy_pick(&choose.strategy, kind, label, occurrence, count);
  }
  return pick < count ? pick : count - 1;
}

unsigned gy_choose(gyre_choice kind, const char *label, unsigned count) {
  if (count < 2) {
    return 0;
  }
  unsigned pick = 0;
  pthread_mutex_lock(&choose.lock);
  counter *one = counter_of(kind, label);
  if (one != NULL) {
    unsigned occurrence = gy_choose_occurrence = ++one->count;
    pick = decide(kind, label, occurrence, count);
    choose.decisions++;
    if (pick != 0) {
      write_down(kind, label, occurrence, pick, count);
    }
  }
  pthread_mutex_unlock(&choose.lock);
  return pick;
}

uint64_t gy_choose_time(gyre_choice kind, const char *label) {
  return gy_choose_times_us[gy_choose(kind, label, GY_TIMES)] * UINT64_C(1000);
}

uint64_t gy_choose_delay(gyre_choice kind, const char *label) {
  unsigned pick = gy_choose(kind, label, GY_DELAYS);
  uint64_t chosen = gy_choose_times_us[pick];
  return pick < GY_TIMES ? chosen * 1000 : GY_CHOOSE_EVENTS | chosen;
}

/* The whole size, or one of a few parts of it. */
size_t gy_choose_size(const char *label, size_t size) {
  static const uint16_t parts[] = {0, 1, 2, 7, 64, 1000};
  unsigned pick = gy_choose(GYRE_CHOICE_READ, label, sizeof(parts) / sizeof(parts[0]));
  return pick == 0 || parts[pick] >= size ? size : parts[pick];
}

void gy_choose_note(const char *what, const char *label) {
  pthread_mutex_lock(&choose.lock);
  for (const char *at = what; *at != 0; at++) {
    choose.order = (choose.order ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
  }
  for (const char *at = label; *at != 0; at++) {
    choose.order = (choose.order ^ (uint8_t)*at) * UINT64_C(0x100000001b3);
  }
  choose.events++;
  write_head();
  pthread_mutex_unlock(&choose.lock);
}

bool gy_choose_recorded(void) { return choose.record >= 0; }

bool gy_choose_is_external(void) { return __atomic_load_n(&choose.external, __ATOMIC_RELAXED); }

void gy_choose_external(void) {
  if (!gy_choose_is_external()) {
    pthread_mutex_lock(&choose.lock);
    __atomic_store_n(&choose.external, true, __ATOMIC_RELAXED);
    write_head();
    pthread_mutex_unlock(&choose.lock);
  }
}

void gy_choose_threads(void) {
  pthread_mutex_lock(&choose.lock);
  choose.threads = true;
  write_head();
  pthread_mutex_unlock(&choose.lock);
}

void gy_choose_hang(void) {
  pthread_mutex_lock(&choose.lock);
  choose.hangs = true;
  write_head();
  pthread_mutex_unlock(&choose.lock);
}

/* ---- What the environment says ----------------------------------------------------------------
 */

static _Noreturn void refuse(const char *variable, const char *text, const char *why) {
  fprintf(stderr, "gyre: %s=%s: %s\n", variable, text, why);
  _exit(9);
}

static bool parse_line(const char *line, decision *one) {
  char kind[16];
  unsigned count;
  if (sscanf(line, "%15s %39[^#]#%u %u/%u", kind, one->label, &one->occurrence, &one->pick,
             &count) != 5) {
    return false;
  }
  for (unsigned i = 0; i < GYRE_CHOICE_COUNT; i++) {
    if (strcmp(kind, kinds[i]) == 0) {
      one->kind = (uint8_t)i;
      return true;
    }
  }
  return false;
}

/* Lines before the decisions, such as "seed", are for people and the driver. Only "date" is used
 * here: the date that the program sees. */
static uint64_t read_schedule(const char *path) {
  char line[256];
  uint64_t date_ms = 0;
  FILE *file = fopen(path, "re");
  if (file == NULL || fgets(line, sizeof(line), file) == NULL ||
      strcmp(line, "gyre schedule 1\n") != 0) {
    refuse("GYRE_REPLAY", path, file == NULL ? strerror(errno) : "it is no schedule");
  }
  unsigned room = 0;
  bool in_head = true;
  while (fgets(line, sizeof(line), file) != NULL) {
    decision one;
    if (choose.schedule_count == room) {
      room = room * 2 + 16;
      choose.schedule = gy_alloc_resize(choose.schedule, room * sizeof(*choose.schedule));
      GY_CHECK(choose.schedule != NULL);
    }
    if (parse_line(line, &one)) {
      choose.schedule[choose.schedule_count++] = one;
      in_head = false;
    } else if (strncmp(line, "date ", 5) == 0) {
      date_ms = strtoull(line + 5, NULL, 10);
    } else if (!in_head && line[0] != '\n' && line[0] != '#') {
      refuse("GYRE_REPLAY", path, line);
    }
  }
  fclose(file);
  if (choose.schedule == NULL) {
    choose.schedule = gy_alloc_zeroed(1, sizeof(*choose.schedule));
  }
  return date_ms;
}

/* Returns the date to begin with, or 0. */
static uint64_t read_wishes(const char *text) {
  char copy[256];
  char *rest;
  uint64_t seed = 0;
  uint64_t date_ms = 0;
  const char *name = NULL;
  snprintf(copy, sizeof(copy), "%s", text);
  for (char *word = strtok_r(copy, ",", &rest); word != NULL; word = strtok_r(NULL, ",", &rest)) {
    if (strncmp(word, "seed:", 5) == 0) {
      seed = strtoull(word + 5, NULL, 10);
    } else if (strncmp(word, "record:", 7) == 0) {
      choose.record = atoi(word + 7);
      choose.record_end = RECORD_HEAD;
      fcntl(choose.record, F_SETFD, FD_CLOEXEC);
    } else if (strncmp(word, "journal:", 8) == 0) {
      gy_journal_open(atoi(word + 8));
    } else if (strncmp(word, "date:", 5) == 0) {
      date_ms = strtoull(word + 5, NULL, 10);
    } else if (gy_strategy_is(word)) {
      name = word;
    } else {
      refuse("GYRE_EXPLORE", text, "seed:N, a strategy, record:FD, journal:FD, date:MS");
    }
  }
  choose.strategy = gy_strategy_of(seed, name);
  return date_ms;
}

static void begin(uint64_t date_ms) {
  gy_virtual_begin(date_ms);
  choose.order = UINT64_C(0xcbf29ce484222325);
  gy_choose_on = true;
  write_head();
}

void gy_choose_heed(void) {
  const char *explore = gy_environment_get("GYRE_EXPLORE");
  const char *replay = gy_environment_get("GYRE_REPLAY");
  bool explores = explore != NULL && explore[0] != 0;
  bool replays = replay != NULL && replay[0] != 0;
  if (gy_choose_on || (!explores && !replays)) {
    return;
  }
  uint64_t date_ms = explores ? read_wishes(explore) : 0;
  uint64_t kept_ms = replays ? read_schedule(replay) : 0;
  setenv(explores ? "GYRE_EXPLORE" : "GYRE_REPLAY", "", 1);
  setenv(replays ? "GYRE_REPLAY" : "GYRE_EXPLORE", "", 1);
  begin(kept_ms != 0 ? kept_ms : date_ms);
}

int gyre_explore(const char *wishes, gyre_choose_cb cb, void *arg) {
  if (gy_choose_on || gy_virtual_on()) {
    return UV_EALREADY;
  }
  choose.choose = cb;
  choose.choose_arg = arg;
  begin(wishes == NULL ? 0 : read_wishes(wishes));
  return 0;
}

uint64_t gyre_explore_seed(void) { return choose.strategy.seed; }

int gyre_is_explored(void) { return gy_choose_on; }

const char *gyre_choice_name(gyre_choice kind) {
  return (unsigned)kind < GYRE_CHOICE_COUNT ? kinds[kind] : NULL;
}
